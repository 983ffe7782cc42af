import type { Binding, BoundTo } from '@millrace/contract'
import { compileFeel, compileJavaScript, compileUel } from '@millrace/expressions'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { deleteBinding, presentBinding, upsertBinding } from './binding-queries.ts'

/** Binds a name, whatever it was bound to before. @throws Refusal when the expression or script cannot be read. */
export async function saveBinding(
  db: Database,
  user: User,
  { name, boundTo, changedAt }: { name: string; boundTo: BoundTo; changedAt: Date },
): Promise<Binding> {
  const { workplaceId, username } = user
  assertReadable(boundTo)
  const row = {
    workplace_id: workplaceId,
    name,
    kind: boundTo.kind,
    language: boundTo.kind === 'external' ? null : boundTo.language,
    text: boundTo.kind === 'external' ? boundTo.topic : boundTo.text,
    changed_at: changedAt,
    changed_by: username,
  }
  return db.withTransaction(actorOf(user), async (tx) => {
    await upsertBinding(tx, row)
    return presentBinding(row, await readPeople(tx, workplaceId, [username]))
  })
}

export async function removeBinding(db: Database, user: User, name: string): Promise<void> {
  const { workplaceId } = user
  const isGone = await db.withTransaction(actorOf(user), (tx) => deleteBinding(tx, workplaceId, name))
  if (!isGone) throw noSuchBinding(name)
}

const compilers = { uel: compileUel, feel: compileFeel, javascript: compileJavaScript }

function assertReadable(boundTo: BoundTo): void {
  if (boundTo.kind === 'external') return
  const compiled = compilers[boundTo.language](boundTo.text)
  if (compiled.ok) return
  const details = compiled.problems.map(({ message, from }) => ({ where: `text:${from}`, message }))
  throw refuse(
    'binding.invalid',
    `Expected ${boundTo.kind === 'script' ? 'a script' : 'an expression'} that can be read, but it cannot: ${details[0]?.message ?? 'it has a fault.'}`,
    details,
  )
}

function noSuchBinding(name: string): Refusal {
  return refuse('thing.not-found', `Expected a binding of “${name}”, but there is none.`)
}
