import { join } from 'node:path'
import type { Credentials } from './credentials.ts'

export interface Ports {
  readonly etcd: number
  readonly etcdPeer: number
  readonly apiserver: number
}

/** How the three servers are started: as in a production cluster, but on loopback and without durable storage. */
export function etcdFlags(folder: string, ports: Ports): string[] {
  const client = `http://127.0.0.1:${ports.etcd}`
  const peer = `http://127.0.0.1:${ports.etcdPeer}`
  return [
    '--name=test',
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=test=${peer}`,
    '--unsafe-no-fsync',
    '--log-level=warn',
  ]
}

export function apiserverFlags(folder: string, ports: Ports, { files }: Credentials): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
    `--secure-port=${ports.apiserver}`,
    '--bind-address=127.0.0.1',
    '--advertise-address=127.0.0.1',
    `--cert-dir=${join(folder, 'apiserver')}`,
    `--tls-cert-file=${files.serverCertificate}`,
    `--tls-private-key-file=${files.serverKey}`,
    `--client-ca-file=${files.ca}`,
    `--token-auth-file=${files.tokens}`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.0.0.0/24',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${files.serviceAccountPublic}`,
    `--service-account-signing-key-file=${files.serviceAccountPrivate}`,
    // Pods can then be created without waiting for the controller that makes a namespace's service account.
    '--disable-admission-plugins=ServiceAccount',
    '--allow-privileged=true',
    // The Endpoints it would keep for itself may not be on loopback: it would say so every 10 s.
    '--endpoint-reconciler-type=none',
  ]
}

export function controllerManagerFlags(kubeconfig: string, { files }: Credentials): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--service-account-private-key-file=${files.serviceAccountPrivate}`,
    `--root-ca-file=${files.ca}`,
    // Elected although alone: the Lease it writes is what tells that it lives.
    '--leader-elect=true',
    '--secure-port=0',
    '--controllers=*',
  ]
}
