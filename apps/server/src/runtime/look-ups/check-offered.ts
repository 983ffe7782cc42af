import { type LookUpClaim, presentProblem } from '@millrace/forms'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { Runtime } from '../runtime.ts'
import type { FieldClaim } from './field-claims.ts'
import { askForRows, type FieldLookUp, findFieldLookUp, readOffered } from './field-look-up.ts'
import { questionKey } from './look-ups.ts'
import type { Parameters } from './parameters.ts'

/** Milliseconds until everything has to be known: as long as one connection may take at most. */
const longestCheck = 30_000
/** Questions of one form at the same time: fewer than one workplace may ask one host. */
const maxAtOnce = 4

/**
 * Checks that chosen rows are still offered by external systems; equal look-ups are made once. Call it outside of any
 * transaction.
 *
 * @returns null when all rows are offered; otherwise the errors by field, or that the external system did not answer in
 *   time, with each unchecked field.
 */
export async function refuseUnoffered(
  runtime: Runtime,
  workplaceId: string,
  claims: readonly FieldClaim[],
  { longestMs = longestCheck }: { readonly longestMs?: number } = {},
): Promise<Refusal | null> {
  if (claims.length === 0) return null
  const lookUps = await findLookUps(runtime, workplaceId, claims)
  if ('refusal' in lookUps)
    return withFields(
      lookUps.refusal,
      claims.filter(({ field }) => field.node === lookUps.node),
    )
  const open = claims.map(({ claim }) => ({ claim, missing: new Set(claim.values) }))
  const failure = await askAll(runtime, listQuestions(lookUps, open), longestMs)
  if (failure !== null) {
    const { refusal, adapterId } = failure
    const isOpen = ({ claim, missing }: OpenClaim) =>
      missing.size > 0 && (adapterId === null || lookUps.get(claim.node)?.adapter.id === adapterId)
    return withFields(refusal, open.filter(isOpen))
  }
  const strange = open.filter(({ missing }) => missing.size > 0)
  if (strange.length === 0) return null
  const code = 'look-up.unknown'
  return refuse(
    'form.invalid',
    'Expected valid values, but some are missing or not valid. Correct them, and send the form again.',
    strange.map(({ claim }) => ({ where: claim.path, message: presentProblem({ code }), code })),
  )
}

/** Names each field that could not be checked. */
function withFields({ code, message }: Refusal, claims: readonly { readonly claim: LookUpClaim }[]): Refusal {
  const unchecked = 'look-up.unchecked'
  return refuse(
    code,
    message,
    claims.map(({ claim }) => ({ where: claim.path, message: presentProblem({ code: unchecked }), code: unchecked })),
  )
}

/** Finds the adapters of fields by field id, or the reason why one of them cannot be called. */
async function findLookUps(
  { db }: Runtime,
  workplaceId: string,
  claims: readonly FieldClaim[],
): Promise<ReadonlyMap<string, FieldLookUp> | { readonly refusal: Refusal; readonly node: string | undefined }> {
  const fields = [...new Map(claims.map(({ field }) => [field.node, field])).values()]
  const found = await db.read({ workplaceId }, (tx) =>
    Promise.all(fields.map((field) => findFieldLookUp(tx, workplaceId, field))),
  )
  const lookUps = new Map<string, FieldLookUp>()
  for (const [at, lookUp] of found.entries()) {
    if (lookUp instanceof Refusal) return { refusal: lookUp, node: fields[at]?.node }
    lookUps.set(lookUp.field.node, lookUp)
  }
  return lookUps
}

interface OpenClaim {
  readonly claim: LookUpClaim
  /** Values that no answer has had yet. */
  readonly missing: Set<string>
}

interface Question {
  readonly parameters: Parameters
  /** The fields that use the answer, each with columns of its own. */
  readonly askers: Map<string, { readonly lookUp: FieldLookUp; readonly claims: OpenClaim[] }>
}

/**
 * Lists the calls that check chosen values: for an adapter that finds a value one for each value, otherwise one for
 * each set of parameters.
 */
function listQuestions(lookUps: ReadonlyMap<string, FieldLookUp>, open: readonly OpenClaim[]): Question[] {
  const questions = new Map<string, Question>()
  for (const one of open) {
    const { node, values, parameters } = one.claim
    const lookUp = lookUps.get(node)
    if (lookUp === undefined) continue
    const { valueParameter } = lookUp.adapter.settings
    const asked =
      valueParameter === '' ? [parameters] : values.map((value) => ({ ...parameters, [valueParameter]: value }))
    for (const given of asked) {
      const key = questionKey(lookUp.adapter, given)
      const question = questions.get(key) ?? { parameters: given, askers: new Map() }
      const asker = question.askers.get(node) ?? { lookUp, claims: [] }
      asker.claims.push(one)
      question.askers.set(node, asker)
      questions.set(key, question)
    }
  }
  return [...questions.values()]
}

interface Failure {
  readonly refusal: Refusal
  /** The id of the adapter that does not answer. Null: all adapters together take too long. */
  readonly adapterId: string | null
}

/**
 * Some at a time, until all are answered, one is refused, or time is over. What was not asked by then is not asked any
 * more.
 */
async function askAll(runtime: Runtime, questions: readonly Question[], longestMs: number): Promise<Failure | null> {
  let next = 0
  let isOver = false
  const work = async () => {
    for (let question = questions[next++]; question !== undefined && !isOver; question = questions[next++]) {
      const failure = await tickOff(runtime, question)
      if (failure !== null) return failure
    }
    return null
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Failure>((resolve) => {
    timer = setTimeout(() => resolve({ refusal: tooLate(questions), adapterId: null }), longestMs)
  })
  try {
    return await Promise.race([late, firstFailure(Array.from({ length: maxAtOnce }, work))])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}

/** Returns the first failure as soon as there is one; null when all checks pass. */
function firstFailure(works: readonly Promise<Failure | null>[]): Promise<Failure | null> {
  return new Promise((resolve, reject) => {
    for (const work of works)
      work.then((failure) => {
        if (failure !== null) resolve(failure)
      }, reject)
    Promise.all(works).then(() => resolve(null), reject)
  })
}

async function tickOff(runtime: Runtime, { parameters, askers }: Question): Promise<Failure | null> {
  const [first] = askers.values()
  // Whatever is known already is not asked for.
  if (first === undefined || [...askers.values()].every(({ claims }) => claims.every(isKnown))) return null
  const adapterId = first.lookUp.adapter.id
  const rows = await askForRows(runtime, first.lookUp, parameters)
  if (rows instanceof Refusal) return { refusal: rows, adapterId }
  for (const { lookUp, claims } of askers.values()) {
    const offered = readOffered(lookUp, rows)
    if (offered instanceof Refusal) return { refusal: offered, adapterId }
    const ids = new Set(offered.map(({ id }) => id))
    for (const { missing } of claims) for (const value of missing) if (ids.has(value)) missing.delete(value)
  }
  return null
}

function isKnown({ missing }: OpenClaim): boolean {
  return missing.size === 0
}

function tooLate(questions: readonly Question[]): Refusal {
  const names = [
    ...new Set(questions.flatMap(({ askers }) => [...askers.values()].map((one) => one.lookUp.adapter.name))),
  ]
  return refuse(
    'look-up.failed',
    `Expected all answers of ${names.map((name) => `“${name}”`).join(', ')} in time, but they take too long. What you have entered is kept: try again soon.`,
  )
}
