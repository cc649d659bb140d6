import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { redactedLines, redactedText, WITHHELD } from '../../src/statements/credentials.ts'

const test = suite('secrets in the log of a controller')

/** Texts as controllers write them, with what in them is secret. */
const SECRETS: readonly (readonly [text: string, secret: string])[] = [
  ['login failed for https://admin:hunter2@registry.example.com/v2', 'hunter2'],
  ['{"level":"error","msg":"auth","password":"correct horse","user":"a"}', 'correct horse'],
  ['level=error msg="cannot connect" dbPassword=hunter2 host=db', 'hunter2'],
  ['E0301 12:00:00 1 a.go:1] "cannot connect" password="hunter2" user="a"', 'hunter2'],
  ['config {Host:db Password:hunter2 Port:5432}', 'hunter2'],
  ['{"config":"{\\"apiKey\\":\\"abc123\\"}"}', 'abc123'],
  ['> Authorization: Bearer abc', 'abc'],
  ['headers map[Authorization:[Bearer abcdefgh] Accept:[*/*]]', 'abcdefgh'],
  ['"Authorization":"token abc123"', 'abc123'],
  ['Cookie: session=abc123; theme=dark', 'abc123'],
  ['X-Vault-Token: s.abc123', 's.abc123'],
  ['refresh with token=abcdefgh12', 'abcdefgh12'],
  ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln is expired', 'eyJzdWIiOiJhIn0'],
  ['SignatureDoesNotMatch for AKIAIOSFODNN7EXAMPLE', 'AKIAIOSFODNN7EXAMPLE'],
  ['secret key wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEYa1 is wrong', 'wJalrXUtnFEMI'],
  ['GET https://a.blob.example.com/x?sv=1&sig=abc%3D&se=2', 'abc%3D'],
  ['running restic --password hunter2 backup', 'hunter2'],
  ['cert -----BEGIN CERTIFICATE-----\\nMIIBszCC\\n-----END CERTIFICATE----- is expired', 'MIIBszCC'],
  ['key 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '9f86d081884c7d65'],
]

/** What a reader needs, and what is no secret. */
const PLAIN: readonly string[] = [
  'cannot delete bucket "pvc-0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0": secrets "aws-credentials" not found',
  'User "system:serviceaccount:ops:widget-controller" cannot patch resource "widgets" in API group "example.com"',
  'RemoveContainer: containerID:38e09293259c58a404578e509198c638bc0814750f6184f5efadfe5b9b616019',
  'image registry.example.com/a@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'sigs.k8s.io/controller-runtime/pkg/internal/controller.(*Controller[...]).reconcileHandler',
  'github.com/acme/operator/internal/controllers/SomethingV1Alpha2ReconcilerWithLongNames',
  'Get "https://10.0.0.1:443/apis/example.com/v1/namespaces/shop/widgets": dial tcp: connection refused',
  'attempting to acquire leader lease ops/widget-controller-0123456789abcdef-a-very-long-name-of-a-lease',
  'password authentication failed for user "app"',
  'refresh token: EOF',
]

test('are replaced, and nothing of them is left', () => {
  for (const [text, secret] of SECRETS) {
    assert.ok(text.includes(secret), text)
    assert.not.ok(redactedText(text).includes(secret), redactedText(text))
    assert.ok(redactedText(text).includes(WITHHELD), text)
  }
})

test('are told from names, digests, functions and addresses', () => {
  for (const text of PLAIN) assert.is(redactedText(text), text)
})

test('that stand in several lines are replaced in each, and the times stay', () => {
  const time = '2026-03-01T12:00:00Z'
  const lines = ['-----BEGIN RSA PRIVATE KEY-----', 'MIIEow', 'short', '-----END RSA PRIVATE KEY-----', 'done']
  assert.equal(
    redactedLines(lines.map(line => `${time} ${line}`)),
    [WITHHELD, WITHHELD, WITHHELD, WITHHELD, 'done'].map(line => `${time} ${line}`),
  )
})

test.run()
