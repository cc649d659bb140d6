import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { alertsOf } from '../deploy/alerts.ts'
import { metricNames } from '../deploy/metrics.ts'

const test = suite('docs/watch.md')

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(root, 'docs/watch.md'), 'utf8')
const titles = (section: string) => {
  const [, text = ''] = page.split(`\n## ${section}\n`)
  return [...text.split('\n## ')[0]!.matchAll(/^### (.+)$/gm)].map(([, title]) => title!)
}

test('has a title for each metric, and for no other', () => {
  assert.equal(titles('Metrics').toSorted(), metricNames().toSorted())
})

test('has a title for each alert, to which the alert leads, and one screen of text for it', () => {
  assert.equal(
    titles('Alerts'),
    alertsOf().map(({ alert }) => alert),
  )
  for (const { alert, annotations } of alertsOf()) {
    assert.ok(annotations.runbook_url?.endsWith(`docs/watch.md#${alert.toLowerCase()}`), alert)
    const [, text = ''] = page.split(`### ${alert}\n`)
    const lines = text.split(/\n##/)[0]!.trim().split('\n')
    assert.ok(lines.length > 3 && lines.length < 24, alert)
  }
})

test('has each component and each value of the chart', () => {
  for (const name of ['secrets', 'prometheus', 'advice', 'cronjob']) assert.ok(page.includes(`| \`${name}\` |`), name)
  const values = readFileSync(resolve(root, 'deploy/chart/values.yaml'), 'utf8')
  for (const [, name] of values.matchAll(/^(\w+):/gm)) assert.match(page, new RegExp(`\\b${name}[:=]|replicas`), name)
})

test.run()
