import type { PlainVariable } from '@millrace/engine'
import { setVariables as setSome } from '../../operations/variables/set-variables.ts'
import { toHarmlessType } from '../../platform/http/foreign-content.ts'
import { type ContentRow, createStoredContent } from '../../platform/uploads/stored-content.ts'
import type { Target } from '../../runtime/load/target.ts'
import { asBody, bodyOf } from '../http/body.ts'
import { type Call, FileContent, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { failed, invalid, notFound, type RestRefusal } from '../http/rest-refusal.ts'
import { presentColumns } from '../values/present-value.ts'
import { readOrRefuse, readValue, readVariableName, readVariables } from '../values/read-value.ts'
import { readUploadedValue } from './read-uploaded-value.ts'
import {
  type BytesRow,
  findBytes,
  presentVariables,
  selectShown,
  type VariableRow,
  type VariableScope,
} from './select-variables.ts'

/** An object that has variables: its paths, how it is found, and Camunda's messages about it. */
export interface VariableOwner {
  /** `/task/:id/localVariables` */
  readonly path: string
  /** `task`: in “task variable with name x does not exist”. */
  readonly word: string
  readonly isLocal: boolean
  readonly find: (call: Call) => Promise<FoundScope | null>
  /** `execution 17 doesn't exist: execution is null` */
  readonly missing: (id: string) => string
  /** Whether changing several at once asks conditional events that have to be asked. */
  readonly asksConditions?: boolean
}

interface VariableChange {
  readonly set: readonly PlainVariable[]
  readonly remove: readonly string[]
  readonly asksConditions?: boolean
}

export interface FoundScope extends VariableScope {
  /** The object that a command names. */
  readonly target: Target
}

/** Returns the routes for the variables of one kind of owner. */
export function variableRoutes(owner: VariableOwner): Route[] {
  const { path } = owner
  return [
    get(path, (call) => listVariables(call, owner)),
    post(path, (call) => modifyVariables(call, owner), 'variables'),
    get(`${path}/:name`, (call) => getVariable(call, owner)),
    put(`${path}/:name`, (call) => putVariable(call, owner), 'variables'),
    remove(`${path}/:name`, (call) => deleteVariable(call, owner)),
    get(`${path}/:name/data`, (call) => getVariableData(call, owner)),
    post(`${path}/:name/data`, (call) => postVariableData(call, owner), 'files'),
  ]
}

async function listVariables(call: Call, owner: VariableOwner): Promise<unknown> {
  const scope = await findScope(call, owner, null)
  const { workplaceId } = call.actor
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    selectShown(tx, workplaceId, scope, { isLocal: owner.isLocal, most: call.runtime.budgets.answerValues }),
  )
  return presentVariables(rows, call.query.deserializeValues !== 'false')
}

async function modifyVariables(call: Call, owner: VariableOwner): Promise<undefined> {
  const body = bodyOf(call)
  const doing = `Cannot modify variables for ${owner.word}`
  const variables = readOrRefuse(doing, () => readVariables(body.modifications))
  const remove = Array.isArray(body.deletions) ? body.deletions.map(String) : []
  const scope = await findScope(call, owner, `${doing} ${pathOf(call, 'id')}`)
  const change = { set: variables, remove, asksConditions: owner.asksConditions === true }
  await setVariables(call, owner, scope, change, `${doing} ${pathOf(call, 'id')}`)
  return undefined
}

async function getVariable(call: Call, owner: VariableOwner): Promise<unknown> {
  return presentColumns(await findVariable(call, owner), { deserialize: call.query.deserializeValue !== 'false' })
}

async function putVariable(call: Call, owner: VariableOwner): Promise<undefined> {
  const name = pathOf(call, 'name')
  const doing = `Cannot put ${owner.word} variable ${name}`
  const value = readOrRefuse(doing, () => {
    readVariableName(name)
    return readValue(asBody(call.body))
  })
  const scope = await findScope(call, owner, doing)
  await setVariables(call, owner, scope, { set: [{ name, value }], remove: [] }, doing)
  return undefined
}

async function deleteVariable(call: Call, owner: VariableOwner): Promise<undefined> {
  const name = pathOf(call, 'name')
  const doing = `Cannot delete ${owner.word} variable ${name}`
  const scope = await findScope(call, owner, doing)
  await setVariables(call, owner, scope, { set: [], remove: [name] }, doing)
  return undefined
}

async function getVariableData(call: Call, owner: VariableOwner): Promise<unknown> {
  const name = pathOf(call, 'name')
  const scope = await findScope(call, owner, `Cannot get ${owner.word} variable ${name}`)
  const { workplaceId } = call.actor
  const { isLocal } = owner
  const row = await call.runtime.db.read(call.actor, (tx) => findBytes(tx, workplaceId, scope, { isLocal, name }))
  if (row === undefined) throw notFound(`${owner.word} variable with name ${name} does not exist`)
  return presentBytes(call, row, { table: 'variable', id: row.id, among: [scope.rootId, row.revision] })
}

async function postVariableData(call: Call, owner: VariableOwner): Promise<undefined> {
  const name = pathOf(call, 'name')
  const doing = `Cannot put ${owner.word} variable ${name}`
  readOrRefuse(doing, () => readVariableName(name))
  const value = readUploadedValue(call.parts)
  const scope = await findScope(call, owner, doing)
  await setVariables(call, owner, scope, { set: [{ name, value }], remove: [] }, doing)
  return undefined
}

/**
 * Presents the bytes of a file or binary variable as a stream, with the content type that the file names. If the
 * variable gets another value meanwhile, the answer is aborted.
 */
export function presentBytes(
  { runtime: { db }, actor: { workplaceId }, path }: Call,
  { type, info, size }: Pick<BytesRow, 'type' | 'info' | 'size'>,
  row: Pick<ContentRow, 'table' | 'id' | 'among'>,
): FileContent {
  if (size === null) throw invalid(`Value of variable with id ${path.id} is not a binary value.`)
  const content = createStoredContent(db, { ...row, workplaceId, size })
  if (type !== 'File') return new FileContent(content, 'application/octet-stream', null)
  const mimeType = tokenOf(info?.mimeType, /^[\w.+-]+\/[\w.+-]+$/) ?? 'application/octet-stream'
  const charset = tokenOf(info?.encoding, /^[\w.:-]+$/)
  const encoding = charset === null ? '' : `; charset=${charset}`
  return new FileContent(
    content,
    toHarmlessType(`${mimeType}${encoding}`),
    typeof info?.filename === 'string' ? info.filename : null,
  )
}

/** Returns a text that is safe in a header, or null: users can store any text with a file. */
function tokenOf(value: unknown, shape: RegExp): string | null {
  return typeof value === 'string' && shape.test(value) ? value : null
}

async function findVariable(call: Call, owner: VariableOwner): Promise<VariableRow> {
  const name = pathOf(call, 'name')
  const scope = await findScope(call, owner, `Cannot get ${owner.word} variable ${name}`)
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    selectShown(tx, workplaceId, scope, {
      isLocal: owner.isLocal,
      names: [name],
      most: call.runtime.budgets.answerValues,
    }),
  )
  if (row === undefined) throw notFound(`${owner.word} variable with name ${name} does not exist`)
  return row
}

async function findScope(call: Call, owner: VariableOwner, doing: string | null): Promise<FoundScope> {
  const scope = await owner.find(call)
  if (scope === null) throw scopeMissing(owner, pathOf(call, 'id'), doing)
  return scope
}

function scopeMissing({ missing }: VariableOwner, id: string, doing: string | null): RestRefusal {
  return doing === null ? failed(404, missing(id)) : failed(404, `${doing}: ${missing(id)}`)
}

async function setVariables(
  call: Call,
  owner: VariableOwner,
  place: FoundScope,
  change: VariableChange,
  doing: string,
): Promise<void> {
  const { isLocal } = owner
  const input = { place, ...change, isLocal }
  orThrow(await setSome(call.context, call.request, input), {
    doing,
    gone: () => scopeMissing(owner, pathOf(call, 'id'), doing),
  })
}
