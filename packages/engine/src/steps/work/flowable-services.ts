import type { ParameterValue } from '@millrace/bpmn'
import { RaisedError } from '../../outcome.ts'
import type { MailWork, Settings } from '../../state/data/work-request.ts'
import { parseJson } from '../../state/parse-json.ts'
import type { ElementInstance } from '../../state/rows.ts'
import { fromPlain, type TypedValue } from '../../state/value.ts'
import { fail, type Step } from '../../step.ts'
import { readFields } from '../expressions/delegate.ts'
import { nameElementOf } from '../expressions/name-place.ts'
import { occasionOf } from '../expressions/occasion.ts'
import { readVariable, setVariable } from '../variables/variables.ts'
import { readHeaderField } from './header-lines.ts'
import { readHtml, readRecipients } from './mail-fields.ts'
import { isTrue, numberOf, textOf, writeHeaderLines } from './read-input.ts'
import type { Service, WorkDone, WorkSource } from './service.ts'

/** Flowable's HTTP task, with the names of its fields and result variables. */
export const flowableHttp: Service = {
  readRequest: (step, source, instance) => {
    const fields = fieldsOf(step, source, instance)
    const url = textOf(fields.requestUrl)
    if (url === null || url === '')
      fail(
        'engine.value-invalid',
        `Expected ${nameElementOf(step, instance.instanceId, instance.elementId)} to have a requestUrl, but it gave nothing.`,
        {
          element: instance,
        },
      )
    saveRequest(step, fields, instance)
    return {
      service: 'http',
      method: (textOf(fields.requestMethod) ?? 'GET').toUpperCase(),
      url,
      headers: readHeaderField(step, source, 'requestHeaders', instance),
      body: textOf(fields.requestBody),
      timeoutInMilliseconds: numberOf(fields.requestTimeout),
      followsRedirects: !isTrue(fields.disallowRedirects),
    }
  },
  readSettings: (step, source, instance) => {
    const fields = fieldsOf(step, source, instance)
    return { ...fields, resultVariablePrefix: prefixOf(fields, instance) }
  },
  takeOutput: (step, _source, done) => {
    saveAnswer(step, done)
    checkStatus(step, done)
  },
  takeFailure: (step, _source, { instance, settings, message }) => {
    if (!isTrue(settings.ignoreException)) return false
    set(step, instance, `${prefixOf(settings, instance)}ErrorMessage`, message)
    return true
  },
}

/** Flowable's mail task, which may name an email template in place of a text. */
export const flowableMail: Service = {
  readRequest: (step, source, instance): MailWork => {
    const fields = fieldsOf(step, source, instance)
    const occasion = occasionOf(instance)
    const field = (name: string) => findField(source, name)
    const recipients = (name: string) => readRecipients(step, occasion, field(name))
    const read = readHtml(step, occasion, field('html'))
    return {
      service: 'mail',
      template: textOf(fields.template)?.trim() || null,
      from: recipients('from')[0] ?? null,
      to: recipients('to'),
      cc: recipients('cc'),
      bcc: recipients('bcc'),
      subject: textOf(fields.subject),
      text: textOf(fields.text) ?? readNamed(step, instance, fields.textVar),
      html: read.html ?? readNamed(step, instance, fields.htmlVar),
      isHtmlForeign: read.html === null ? fields.htmlVar != null : read.isHtmlForeign,
      headers: readHeaderField(step, source, 'headers', instance),
    }
  },
  readSettings: fieldsOf,
  takeOutput: () => {},
  takeFailure: (step, _source, { instance, settings, message }) => {
    if (!isTrue(settings.ignoreException)) return false
    const name = textOf(settings.exceptionVariableName) ?? textOf(settings.exceptionVariable)
    if (name !== null) set(step, instance, name, message)
    return true
  },
}

function fieldsOf(step: Step, source: WorkSource, instance: ElementInstance): Record<string, string | null> {
  const fields = source.kind === 'builtIn' ? readFields(step, occasionOf(instance), source.fields) : {}
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, textOf(value)]))
}

function findField(source: WorkSource, name: string): ParameterValue | undefined {
  const field = source.kind === 'builtIn' ? source.fields.find((one) => one.name === name) : undefined
  return field === undefined ? undefined : { kind: 'expression', expression: field.value }
}

/** Returns a text that is in a variable whose name the field gives. */
function readNamed(step: Step, instance: ElementInstance, name: string | null | undefined): string | null {
  return name === null || name === undefined ? null : textOf(readVariable(step, instance.id, name))
}

function prefixOf(settings: Settings, { elementId }: ElementInstance): string {
  return textOf(settings.resultVariablePrefix) ?? elementId
}

function saveRequest(step: Step, fields: Settings, instance: ElementInstance): void {
  if (!isTrue(fields.saveRequestVariables)) return
  const prefix = prefixOf(fields, instance)
  const saved: Readonly<Record<string, unknown>> = {
    RequestMethod: fields.requestMethod ?? null,
    RequestUrl: fields.requestUrl ?? null,
    RequestHeaders: fields.requestHeaders ?? null,
    RequestBody: fields.requestBody ?? null,
    RequestTimeout: numberOf(fields.requestTimeout) ?? 0,
    DisallowRedirects: isTrue(fields.disallowRedirects),
    FailStatusCodes: fields.failStatusCodes ?? null,
    HandleStatusCodes: fields.handleStatusCodes ?? null,
    IgnoreException: isTrue(fields.ignoreException),
    SaveRequestVariables: true,
    SaveResponseParameters: isTrue(fields.saveResponseParameters),
  }
  for (const [name, value] of Object.entries(saved)) set(step, instance, `${prefix}${name}`, value)
}

function saveAnswer(step: Step, { instance, settings, output }: WorkDone): void {
  const prefix = prefixOf(settings, instance)
  const isTransient = isTrue(settings.saveResponseParametersTransient)
  if (isTrue(settings.saveResponseParameters)) {
    set(step, instance, `${prefix}ResponseProtocol`, textOf(output.protocol), isTransient)
    set(step, instance, `${prefix}ResponseStatusCode`, statusOf(output), isTransient)
    set(step, instance, `${prefix}ResponseReason`, textOf(output.reason), isTransient)
    set(step, instance, `${prefix}ResponseHeaders`, writeHeaderLines(output.headers), isTransient)
  }
  const body = textOf(output.body)
  const name = textOf(settings.responseVariableName) || `${prefix}ResponseBody`
  const value =
    isTrue(settings.saveResponseVariableAsJson) && body !== null && body !== '' ? readJson(step, instance, body) : body
  set(step, instance, name, value, isTransient)
}

/** Codes that the model handles become BPMN errors; those that it lists as failures fail the job. */
function checkStatus(step: Step, { instance, settings, output }: WorkDone): void {
  const status = statusOf(output)
  if (status < (isTrue(settings.disallowRedirects) ? 300 : 400)) return
  const code = `HTTP${status}`
  if (isListed(settings.handleStatusCodes, status)) {
    const { id: elementInstanceId, elementId, parentId: scopeId } = instance
    throw new RaisedError(code, null, { elementInstanceId, elementId, scopeId })
  }
  if (isListed(settings.failStatusCodes, status))
    fail(
      'engine.work-failed',
      `Expected ${nameElementOf(step, instance.instanceId, instance.elementId)} to be answered with success, but it got ${code}.`,
      {
        element: instance,
        detail: { statusCode: status },
      },
    )
}

/** Codes such as `404`, and classes such as `5XX`. */
function isListed(codes: unknown, status: number): boolean {
  const listed = (textOf(codes) ?? '').split(',').map((code) => code.trim().toUpperCase())
  return listed.includes(String(status)) || listed.includes(`${Math.floor(status / 100)}XX`)
}

function statusOf({ statusCode }: WorkDone['output']): number {
  return numberOf(statusCode) ?? 0
}

function readJson(step: Step, instance: ElementInstance, text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return fail(
      'engine.work-failed',
      `Expected ${nameElementOf(step, instance.instanceId, instance.elementId)} to be answered with JSON, but the answer is not JSON.`,
      {
        element: instance,
      },
    )
  }
}

function set(step: Step, instance: ElementInstance, name: string, value: unknown, isTransient = false): void {
  const typed: TypedValue = fromPlain(value)
  const { place } = occasionOf(instance)
  setVariable(step, place, name, isTransient ? { ...typed, info: { ...typed.info, transient: true } } : typed)
}
