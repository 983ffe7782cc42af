import { fail } from '../../step.ts'
import { nameElementOf } from '../expressions/name-place.ts'
import { mapOutputs, readInputs } from './connector-io.ts'
import { readHtml, readRecipients } from './mail-fields.ts'
import { numberOf, readHeaders, textOf } from './read-input.ts'
import type { Service } from './service.ts'

/** Camunda's `http-connector`, whose outputs see `statusCode`, `response` and `headers`. */
export const camundaHttp: Service = {
  readRequest: (step, source, instance) => {
    const inputs = readInputs(step, source, instance)
    const url = textOf(inputs.url)
    if (url === null || url === '')
      fail(
        'engine.value-invalid',
        `Expected the connector of ${nameElementOf(step, instance.instanceId, instance.elementId)} to have a url, but it gave nothing.`,
        {
          element: instance,
        },
      )
    const config = readConfig(inputs['request-config'])
    return {
      service: 'http',
      method: (textOf(inputs.method) ?? 'GET').toUpperCase(),
      url,
      headers: readHeaders(inputs.headers),
      body: textOf(inputs.payload),
      timeoutInMilliseconds: numberOf(config['response-timeout'] ?? config['socket-timeout']),
      followsRedirects: true,
    }
  },
  takeOutput: (step, source, done) => {
    const { statusCode, headers, body } = done.output
    mapOutputs(step, source, done, { statusCode, headers, response: body })
  },
}

/** The `mail-send` connector of the Camunda community. */
export const camundaMail: Service = {
  readRequest: (step, source, instance) => {
    let isHtmlForeign = false
    const inputs = readInputs(step, source, instance, (name, occasion, value) => {
      if (name !== 'html') return addressFields.has(name) ? readRecipients(step, occasion, value) : undefined
      const read = readHtml(step, occasion, value)
      isHtmlForeign = read.isHtmlForeign
      return read.html
    })
    return {
      service: 'mail',
      template: null,
      from: addressesOf(inputs.from)[0] ?? null,
      to: addressesOf(inputs.to),
      cc: addressesOf(inputs.cc),
      bcc: addressesOf(inputs.bcc),
      subject: textOf(inputs.subject),
      text: textOf(inputs.text),
      html: textOf(inputs.html),
      isHtmlForeign,
      headers: {},
    }
  },
  takeOutput: (step, source, done) => mapOutputs(step, source, done, done.output),
}

const addressFields: ReadonlySet<string> = new Set(['from', 'to', 'cc', 'bcc'])

function addressesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

function readConfig(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
