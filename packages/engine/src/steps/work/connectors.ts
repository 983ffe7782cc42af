import type { ElementInstance } from '../../state/rows.ts'
import { fail, type Step } from '../../step.ts'
import { occasionOf } from '../evaluate.ts'
import { evaluateParameter } from '../io-mapping.ts'
import { setPlain } from '../variables.ts'
import { numberOf, readAddresses, readHeaders, textOf } from './read-input.ts'
import type { Service, WorkDone, WorkSource } from './service.ts'

/** Camunda's `http-connector`: its outputs see `statusCode`, `response` and `headers`. */
export const camundaHttp: Service = {
  readRequest: (step, source, instance) => {
    const inputs = readInputs(step, source, instance)
    const url = textOf(inputs.url)
    if (url === null || url === '')
      fail(
        'engine.value-invalid',
        `Expected the connector of ${instance.elementId} to have a url, but it gave nothing.`,
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
    const inputs = readInputs(step, source, instance)
    return {
      service: 'mail',
      from: textOf(inputs.from),
      to: readAddresses(inputs.to),
      cc: readAddresses(inputs.cc),
      bcc: readAddresses(inputs.bcc),
      subject: textOf(inputs.subject),
      text: textOf(inputs.text),
      html: textOf(inputs.html),
      headers: {},
    }
  },
  takeOutput: (step, source, done) => mapOutputs(step, source, done, done.output),
}

/** Inputs see the variables of the task and the inputs before them. */
function readInputs(step: Step, source: WorkSource, instance: ElementInstance): Record<string, unknown> {
  const inputs: Record<string, unknown> = {}
  const parameters = source.kind === 'connector' ? (source.io?.inputs ?? []) : []
  for (const { name, value } of parameters)
    inputs[name] = evaluateParameter(step, occasionOf(instance, { extra: { ...inputs } }), value)
  return inputs
}

/** Outputs see what the connector gave and the outputs before them, and become variables of the process. */
function mapOutputs(
  step: Step,
  source: WorkSource,
  { instance }: WorkDone,
  given: Readonly<Record<string, unknown>>,
): void {
  const seen: Record<string, unknown> = { ...given }
  for (const { name, value } of source.kind === 'connector' ? (source.io?.outputs ?? []) : []) {
    seen[name] = evaluateParameter(step, occasionOf(instance, { extra: { ...seen } }), value)
    setPlain(step, occasionOf(instance).place, name, seen[name])
  }
}

function readConfig(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
