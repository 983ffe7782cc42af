import { type Binding, type BoundTo, limits } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { actorOf } from '../../runtime/actor.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { runTime } from '../../runtime/threads/time-budget.ts'
import { countOthers } from '../count-others.ts'
import type { OperationContext } from '../operation-context.ts'
import { presentBinding, upsertBinding } from './binding-queries.ts'
import { refuseBinding } from './policy.ts'

/** Creates or replaces the binding of a name. Refuses an expression or script that cannot be parsed. */
export async function saveBinding(
  { db, clock, runtime }: OperationContext,
  request: Request,
  { name, boundTo }: { name: string; boundTo: BoundTo },
): Promise<Binding | Refusal> {
  const { user } = request
  const refusal = refuseBinding(user) ?? (await refuseUnreadable(runtime, user, boundTo))
  if (refusal !== null) return refusal
  const { workplaceId, username } = user
  const row = {
    workplace_id: workplaceId,
    name,
    kind: boundTo.kind,
    language: boundTo.kind === 'external' ? null : boundTo.language,
    text: boundTo.kind === 'external' ? boundTo.topic : boundTo.text,
    changed_at: clock(),
    changed_by: username,
  }
  return db.withTransaction(actorOf(request), async (tx) => {
    const others = await countOthers(tx, { table: 'java_binding', workplaceId, name })
    if (others >= limits.bindings)
      return refuse(
        'binding.too-many',
        `Expected fewer than ${limits.bindings} bindings, but there are ${others}. Remove one first.`,
      )
    await upsertBinding(tx, row)
    return presentBinding(row, await readPeople(tx, workplaceId, [username]))
  })
}

async function refuseUnreadable(
  runtime: Runtime,
  { workplaceId: owner }: Person,
  boundTo: BoundTo,
): Promise<Refusal | null> {
  if (boundTo.kind === 'external') return null
  const { language, text } = boundTo
  const time = runTime(runtime)
  const problems = orRefusal(await inThread(runtime, { kind: 'listProblems', input: { language, text }, owner, time }))
  if (problems.length === 0) return null
  const details = problems.map(({ message, from }) => ({ where: `text:${from}`, message }))
  return refuse(
    'binding.invalid',
    `Expected ${boundTo.kind === 'script' ? 'a script' : 'an expression'} that can be read, but it cannot: ${details[0]?.message ?? 'it has a fault.'}`,
    details,
  )
}
