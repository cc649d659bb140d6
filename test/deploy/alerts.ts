import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { DEPLOY } from './program.ts'

export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

export function alertsOf(text = readFileSync(`${DEPLOY}/kustomize/components/prometheus/rules.yaml`, 'utf8')) {
  const { spec } = parse(text) as { spec: { groups: { rules: Alert[] }[] } }
  return spec.groups.flatMap(({ rules }) => rules)
}
