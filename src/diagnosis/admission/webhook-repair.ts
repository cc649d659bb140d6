import { saysBadCertificate } from '../../statements/refusal.ts'
import type { Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { toRepair } from '../remedy.ts'
import { type Backend, backendOf } from '../service/backend.ts'
import { bringBack, isEnding } from '../service/bring-back.ts'
import { commandLine } from '../shell-quote.ts'
import type { ConfiguredWebhook, Webhook } from './webhook.ts'

/**
 * How to end the rejections of a webhook that nothing answers: bring its Service back; and when that is gone for good,
 * take the webhook away. `why` is what the API server says: one that answers with a certificate that is not accepted is there.
 * The whole configuration goes only if nothing serves any of its webhooks any more.
 */
export function webhookRepair(found: ConfiguredWebhook, why: string, facts: Facts): Remedy[] {
  const { webhook, configuration, siblings } = found
  if (saysBadCertificate(why)) return [renewCertificate(found)]
  const service = webhook.clientConfig?.service
  const resource = configuration.kind.toLowerCase()
  const show = commandLine('kubectl', 'get', resource, configuration.name, '-o', 'yaml')
  if (!service) {
    return [
      toRepair(
        `make ${webhook.clientConfig?.url ?? `the server of webhook ${webhook.name}`} answer again`,
        [show],
        'low',
      ),
      takeOut(found),
    ]
  }
  const backend = backendOf(service, facts)
  const back = bringBack(`webhook ${webhook.name}`, service, backend, facts)
  if (backend.state !== 'absent') return [back]
  const away = siblings.every(each => isServiceGone(each, facts))
    ? deleteAll(resource, configuration.name)
    : takeOut(found)
  if (!isEnding(service.namespace, facts)) return [back, away]
  const lost = `its Service cannot be created again, because namespace ${service.namespace} is being deleted`
  return [{ ...away, summary: `${lost}: ${away.summary.replace('if it was uninstalled permanently, ', '')}` }]
}

function renewCertificate({ webhook, configuration }: ConfiguredWebhook): Remedy {
  const resource = configuration.kind.toLowerCase()
  const field = `jsonpath={.webhooks[?(@.name=="${webhook.name}")].clientConfig.caBundle}`
  return toRepair(
    'it answers, with a certificate that the API server does not accept: renew its certificate, or the caBundle of the configuration (as cert-manager or the product does; the command prints the caBundle, base64 of PEM)',
    [commandLine('kubectl', 'get', resource, configuration.name, '-o', field)],
    'low',
  )
}

/** Proof that nothing serves a webhook: it has a Service, and that does not exist. */
function isServiceGone({ clientConfig }: Webhook, facts: Facts): boolean {
  const service = clientConfig?.service
  const backend: Backend | undefined = service ? backendOf(service, facts) : undefined
  return backend?.state === 'absent'
}

function deleteAll(resource: string, name: string): Remedy {
  return toRepair(
    'if it was uninstalled permanently, delete its webhook configuration: no webhook in it has a backend',
    [commandLine('kubectl', 'delete', resource, name)],
    'medium',
  )
}

function takeOut({ webhook, configuration, siblings }: ConfiguredWebhook): Remedy {
  const place = `/webhooks/${siblings.indexOf(webhook)}`
  const patch = [
    { op: 'test', path: `${place}/name`, value: webhook.name },
    { op: 'remove', path: place },
  ]
  const resource = configuration.kind.toLowerCase()
  return toRepair(
    `if it was uninstalled permanently, remove the webhook ${webhook.name} from the configuration, and keep the others: they may still work`,
    [commandLine('kubectl', 'patch', resource, configuration.name, '--type=json', '-p', JSON.stringify(patch))],
    'medium',
  )
}
