import { ShapeError } from '../../api/shape.ts'

/**
 * The fields of an object in a document of discovery. Go leaves empty ones out, or writes null; a field of another type
 * is a ShapeError, and so is a missing one that is required.
 */
export class Fields {
  readonly #fields: Readonly<Record<string, unknown>>

  constructor(value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ShapeError('it is malformed')
    this.#fields = value as Readonly<Record<string, unknown>>
  }

  /** A text; `otherwise` in place of none. */
  text(name: string, otherwise?: string): string {
    const value = this.#fields[name] ?? otherwise
    if (typeof value !== 'string') throw new ShapeError(`${name} is malformed`)
    return value
  }

  isTrue(name: string): boolean {
    return this.#fields[name] === true
  }

  texts(name: string): readonly string[] {
    const value = this.#fields[name] ?? []
    const isTexts = Array.isArray(value) && value.every(each => typeof each === 'string')
    if (!isTexts) throw new ShapeError(`${name} is malformed`)
    return value
  }

  /** An object; an empty one in place of none. */
  part(name: string): Fields {
    return new Fields(this.#fields[name] ?? {})
  }

  /** Objects; none where the field is not there. */
  given(name: string): readonly Fields[] {
    return (this.#fields[name] ?? null) === null ? [] : this.listed(name)
  }

  /** Objects, by a field that is there whatever it holds. */
  listed(name: string): readonly Fields[] {
    const value = this.#fields[name]
    if (!Array.isArray(value)) throw new ShapeError(`${name} is not an array`)
    return value.map(each => new Fields(each))
  }
}
