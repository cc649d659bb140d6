import type { Draft } from './api.ts'

/** An aggregated API `GROUP/v1` that is said to be served by a Service; whether that answers is the test's to arrange. */
export function apiServiceDraft(group: string, service: object): Draft {
  return {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 10,
      insecureSkipTLSVerify: true,
      service,
    },
  }
}
