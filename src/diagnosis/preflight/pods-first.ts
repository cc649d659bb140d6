import type { Facts } from '../facts.ts'

/** Since 1.33 the namespace controller deletes nothing while a Pod remains (kubernetes-deletion.md 2.3). An unread version is none. */
export function endsPodsFirst(facts: Facts): boolean {
  const version = facts.read({ about: 'version' })
  const [, major, minor] = version.state === 'known' ? (/^v?(\d+)\.(\d+)/.exec(version.value) ?? []) : []
  return major !== undefined && (Number(major) > 1 || Number(minor) >= 33)
}
