import type { Incident } from './incident.ts'

/** Nothing but what every new cluster holds. */
export const incident: Incident = {
  name: 'empty',
  summary: 'A new cluster in which nothing is stuck',
  build() {},
}
