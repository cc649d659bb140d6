import { failureStatus, type Status } from '../../api/status.ts'

/** Reason and words of client-go (NewGenericServerResponse) for an answer that carries no Status. */
const BY_CODE: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  409: ['Conflict', 'the server reported a conflict'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted, but may still be processing the request',
  ],
}

/** Codes whose text client-go passes on, because only it says who may not do what, or which types are accepted. */
const SPOKEN: Readonly<Record<number, string>> = {
  403: 'Forbidden',
  406: 'NotAcceptable',
  415: 'UnsupportedMediaType',
}

/** A Status for an HTTP code whose body is none; `text` is that body, kept as a cause as client-go does. */
export function synthesizeStatus(code: number, text: string): Status {
  const [reason, message] = wordsFor(code, text)
  return failureStatus(code, reason, message, { causes: [{ reason: 'UnexpectedServerResponse', message: text }] })
}

function wordsFor(code: number, text: string): readonly [reason: string, message: string] {
  const spoken = SPOKEN[code]
  if (spoken !== undefined) return [spoken, text]
  const known = BY_CODE[code]
  if (known !== undefined) return known
  if (code >= 500) {
    return [
      'InternalError',
      `an error on the server (${JSON.stringify(text)}) has prevented the request from succeeding`,
    ]
  }
  return ['Unknown', `the server responded with the status code ${code} but did not return more information`]
}
