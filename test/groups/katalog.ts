import { indent } from './asked.ts'

/** A Katalog with one entry for Cache, whose further keys are given as YAML. */
export function katalog(entry: string): string {
  return `apiVersion: orkestra.orkspace.io/v1
kind: Katalog
metadata: {name: acme}
spec:
  crds:
    cache:
      apiTypes: {group: acme.test, version: v1, kind: Cache, plural: caches}
${indent(entry, 6)}`
}

/** A Katalog whose onDelete for Cache is given as YAML, in the layout of the seed. */
export function onDelete(block: string): string {
  return katalog(`operatorBox:\n  onDelete:\n${indent(block, 4)}`)
}

/** Ordered groups of a Katalog, given as a YAML list. */
export function ordered(groups: string): string {
  return onDelete(`ordered: true\ngroups:\n${groups}`)
}

/** The first worked example. */
export const DRAIN = onDelete(`ordered: true
timeout: 2m
groups:
  - jobs: [{name: "{{ .metadata.name }}-drain"}]
  - services: [{name: "{{ .metadata.name }}-svc"}]
    deployments: [{name: "{{ .metadata.name }}"}]
  - configMaps: [{name: "{{ .metadata.name }}-conf"}]
    secrets: [{name: "{{ .metadata.name }}-cred", namespace: vault}]
`)
