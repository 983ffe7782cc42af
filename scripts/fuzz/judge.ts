import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Answer, Description, Operation } from './description.ts'

/** The answer to a request. */
export interface Received {
  readonly status: number
  readonly type: string
  readonly body: Buffer
  readonly cookies?: readonly string[]
}

/** Returns the fault of an answer; null when it matches its description. */
export type Judge = (operation: Operation, received: Received) => string | null

export function createJudge(description: Description): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false })
  ajv.addSchema({ $id: 'description', components: description.components ?? {} })
  const validators = new Map<unknown, ValidateFunction>()
  const validatorOf = (schema: object) => {
    const known = validators.get(schema)
    if (known !== undefined) return known
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"description#/components/')
    const made = ajv.compile(JSON.parse(text))
    validators.set(schema, made)
    return made
  }

  return ({ answers }, { status, type, body }) => {
    if (status >= 500 && status !== 503) return `answered ${status}: ${body.toString().slice(0, 300)}`
    const answer = findAnswer(answers, status)
    if (answer === undefined) return `answered ${status}, which is not described: ${body.toString().slice(0, 200)}`
    const leak = findLeak(type, body)
    if (leak !== null) return leak
    const content = Object.entries(answer.content ?? {})
    if (content.length === 0) return body.length === 0 ? null : `answered ${status} with a body that is not described`
    const described = content.find(([pattern]) => isOf(type, pattern))
    if (described === undefined)
      return `answered ${status} as “${type}”, but described are ${content.map(([one]) => one).join(', ')}: ${body.toString().slice(0, 100)}`
    const schema = described[1].schema
    if (schema === undefined || !/json/.test(type)) return null
    let value: unknown
    try {
      value = JSON.parse(body.toString())
    } catch {
      return `answered ${status} with a body that is no JSON: ${body.toString().slice(0, 100)}`
    }
    const validate = validatorOf(schema)
    if (validate(value)) return null
    const [fault] = validate.errors ?? []
    return `answered ${status} with what is not described: ${fault?.instancePath || '/'} ${fault?.message} (${JSON.stringify(fault?.params)}): ${at(value, fault?.instancePath ?? '')}`
  }
}

function at(value: unknown, pointer: string): string {
  let found: unknown = value
  for (const step of pointer.split('/').slice(1))
    found = (found as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  return (JSON.stringify(found) ?? 'undefined').slice(0, 200)
}

function findAnswer(answers: Readonly<Record<string, Answer>>, status: number): Answer | undefined {
  const range = `${String(status)[0]}XX`
  return answers[String(status)] ?? answers[range] ?? answers[range.toLowerCase()] ?? answers.default
}

function isOf(type: string, pattern: string): boolean {
  const plain = type.split(';')[0]?.trim() ?? ''
  if (pattern === '*/*' || plain === pattern) return true
  return pattern.endsWith('/*') && plain.startsWith(pattern.slice(0, -1))
}

/** A line of a stack names a file of code, or of Node's own. */
const inside =
  /\bat [^"\n]*?(?:\.[cm]?[jt]sx?|node:[\w/]+):\d+:\d+|node_modules|ECONNREFUSED|\binsert into [a-z_]+ \(|duplicate key value/

/** No answer tells of the inside. */
function findLeak(type: string, body: Buffer): string | null {
  if (!/json|text\/plain/.test(type)) return null
  const found = inside.exec(body.toString())
  return found === null ? null : `answered with something of the inside: ${found[0]}`
}
