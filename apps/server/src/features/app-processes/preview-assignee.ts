import type { AssigneePreview, AssigneeQuery } from '@millrace/contract'
import { previewRule, type RuleDecision, type Workload } from '@millrace/engine'
import { sql } from 'kysely'
import { needRole } from '../../operations/rights.ts'
import { canSeeValue, type ValueRights } from '../../operations/user-properties/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findSuperior } from '../../runtime/definitions/superiors.ts'
import { readWorkloads } from '../../runtime/definitions/workloads.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Returns the user that a rule would assign a task to now. The engine applies the rule as it does for a task. */
export function previewAssignee(
  { db, clock, zone }: Pick<Runtime, 'db' | 'clock' | 'zone'>,
  request: Request,
  asked: AssigneeQuery,
): Promise<AssigneePreview | Refusal> {
  return db.read(request, async (tx) => {
    const refusal = refuseCounting(request, asked) ?? (await refuseProperty(tx, request, asked))
    if (refusal !== null) return refusal
    const { assignee, loads } = await decide(tx, request.workplaceId, { ...asked, now: clock(), zone })
    const people = await readPeople(tx, request.workplaceId, [assignee])
    return {
      assignee: people.find(assignee),
      openTasks: loads?.find(({ username }) => username === assignee)?.openTasks ?? null,
      available: loads?.length ?? null,
    }
  })
}

/**
 * Checks that the user may see which users are absent and how many tasks they have. Rules that choose among users say so
 * of any user, by the choice alone.
 */
function refuseCounting({ user }: Request, { rule }: AssigneeQuery): Refusal | null {
  if (rule === 'manager' || needRole(user, ['RoleProcessAdmin', 'RoleUserAdmin', 'RoleAdmin'], 'read') === null)
    return null
  return refuse(
    'right.missing',
    'Only process administrators and user administrators can preview this rule, because the preview depends on absences and open tasks of users. Ask one of them.',
  )
}

/** Checks that the user may see the property of a rule. The preview names a user who has the value. */
async function refuseProperty(
  tx: Tx,
  { workplaceId, user }: Request,
  { rule, userProperty }: AssigneeQuery,
): Promise<Refusal | null> {
  if (rule !== 'property') return null
  const [property] = await runSql<ValueRights>(
    tx,
    sql`select viewers, editors from user_property where workplace_id = ${workplaceId} and key = ${userProperty} and not is_disabled`,
  )
  // It is the value of any user.
  if (property === undefined || canSeeValue(user, { id: '' }, property)) return null
  return refuse(
    'right.missing',
    'You cannot see the values of this user property, so you cannot preview the rule. Ask a user administrator for a preview.',
  )
}

/** Looks up what the engine asks for, one thing after the other. */
async function decide(
  tx: Tx,
  workplaceId: string,
  { now, zone, ...asked }: AssigneeQuery & { readonly now: Date; readonly zone: string },
): Promise<RuleDecision> {
  let manager: string | null | undefined
  let workloads: readonly Workload[] | undefined
  const rule = {
    ...{ assignBy: asked.rule, managerIn: asked.managerIn || null, managerLevels: asked.managerLevels },
    ...{ position: asked.position || null, positionIn: asked.positionIn || null },
    userProperty: asked.userProperty || null,
  }
  const task = {
    ...{ findPerson: () => asked.person || null, processKey: asked.processKey, value: asked.userPropertyValue },
    ...{ users: splitNames(asked.candidateUsers), groups: splitNames(asked.candidateGroups) },
  }
  for (;;) {
    const decided = previewRule({ manager: () => manager, workloads: () => workloads }, rule, task)
    if (!('need' in decided)) return decided
    const { need } = decided
    if (need.kind === 'manager') manager = await findSuperior(tx, workplaceId, { ...need.superior, now, zone })
    else if (need.kind === 'workloads')
      workloads = await readWorkloads(tx, workplaceId, { candidates: need.candidates, now, zone })
    else throw new Error(`Expected a rule to need a manager or workloads, but it needs ${need.kind}.`)
  }
}

const splitNames = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
