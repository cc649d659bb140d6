import { isFields, ShapeError } from '../../api/shape.ts'

/**
 * One mapping of a kubeconfig, read field by field. Absent, null and empty values are undefined, as for kubectl;
 * a value of another type is a ShapeError that names the field, never its value.
 */
export class Section {
  readonly path: string
  readonly #fields: Readonly<Record<string, unknown>>

  constructor(value: unknown, path: string) {
    if (value !== undefined && value !== null && !isFields(value)) throw wrongType(path, 'a mapping', value)
    this.path = path
    this.#fields = value ?? {}
  }

  raw(name: string): unknown {
    return this.#fields[name] ?? undefined
  }

  string(name: string): string | undefined {
    const value = this.raw(name)
    if (value === undefined || value === '') return undefined
    if (typeof value !== 'string') throw wrongType(this.#at(name), 'a string', value)
    return value
  }

  /** kubectl reads YAML 1.1, where `yes` and `on` are true; the parser in use reads 1.2, where they are text. */
  boolean(name: string): boolean | undefined {
    const value = this.raw(name)
    if (value === undefined) return undefined
    if (typeof value === 'boolean') return value
    if (typeof value === 'string' && /^(y|yes|on)$/i.test(value)) return true
    if (typeof value === 'string' && /^(n|no|off)$/i.test(value)) return false
    throw wrongType(this.#at(name), 'true or false', value)
  }

  /** Base64 in the file, text here. */
  decoded(name: string): string | undefined {
    const value = this.string(name)?.replace(/[\r\n]/g, '')
    if (value === undefined || value === '') return undefined
    const good = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/.exec(value)![0]
    if (good.length < value.length)
      throw new ShapeError(`illegal base64 data at input byte ${good.length} of ${this.#at(name)}`)
    return Buffer.from(value, 'base64').toString('utf8')
  }

  strings(name: string): readonly string[] {
    return this.#list(name).map((value, index) => {
      if (typeof value !== 'string') throw wrongType(`${this.#at(name)}[${index}]`, 'a string', value)
      return value
    })
  }

  section(name: string): Section {
    return new Section(this.raw(name), this.#at(name))
  }

  sections(name: string): readonly Section[] {
    return this.#list(name).map((value, index) => new Section(value, `${this.#at(name)}[${index}]`))
  }

  names(): readonly string[] {
    return Object.keys(this.#fields)
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined
  }

  #list(name: string): readonly unknown[] {
    const value = this.raw(name) ?? []
    if (!Array.isArray(value)) throw wrongType(this.#at(name), 'a list', value)
    return value
  }

  #at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }
}

function wrongType(path: string, expected: string, value: unknown): ShapeError {
  const found = Array.isArray(value) ? 'a list' : isFields(value) ? 'a mapping' : `a ${typeof value}`
  return new ShapeError(`${path === '' ? 'the file' : path} must be ${expected}, not ${found}`)
}
