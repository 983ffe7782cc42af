import { setTimeout as sleep } from 'node:timers/promises'
import { type CallServer, type Ledger, NoAnswer } from './clients.ts'
import type { Shop } from './shop.ts'
import type { Verdict } from './trial.ts'

export interface BalanceOptions {
  readonly ledger: Ledger
  readonly call: CallServer
  readonly shop: Shop
  /** Whether a call to the outside may be repeated under its key: whoever made it was killed before it was written down. */
  readonly mayRepeat: boolean
}

interface Stand {
  readonly taskDefinitionKey: string
  readonly processInstanceId: string
}

/** Waits until the server has completed all automatic work, and compares the clients' ledger with the data. */
export async function balance({ ledger, call, shop, mayRepeat }: BalanceOptions): Promise<Verdict> {
  const left = await settle(call)
  const orders = new Map<string, string[]>()
  for (const { id, businessKey } of await call<{ id: string; businessKey: string }[]>('/process-instance'))
    orders.set(businessKey, [...(orders.get(businessKey) ?? []), id])
  const tasks = groupByInstance(await call<Stand[]>('/task'))
  const counts = groupByInstance(
    await call<{ processInstanceId: string; value: number }[]>('/variable-instance?variableName=count'),
  )
  const passed = new Map<string, ReadonlyMap<string, readonly unknown[]>>()
  for (const activity of ['count', 'wait', 'order'])
    passed.set(
      activity,
      groupByInstance(
        await call<{ processInstanceId: string }[]>(`/history/activity-instance?activityId=${activity}&finished=true`),
      ),
    )
  const incidents = await call<{ incidentMessage: string }[]>('/incident')

  const faults = [
    ...ledger.wrong,
    ...(left === 0 ? [] : [`${left} jobs are left.`]),
    ...incidents.map(({ incidentMessage }) => `An incident: ${incidentMessage}`),
    ...[...ledger.started].flatMap(([order, id]) => (orders.get(order)?.includes(id) ? [] : [`${order} is lost.`])),
  ]
  let repeated = 0
  for (const [order, ids] of orders) {
    if (ids.length > 1) faults.push(`${order} was started ${ids.length} times.`)
    for (const id of ids) {
      const stands = tasks.get(id)?.map(({ taskDefinitionKey }) => taskDefinitionKey) ?? []
      const isThrough = stands[0] === 'second'
      if (stands.length !== 1 || (ledger.completed.has(order) && !isThrough))
        faults.push(`${order} stands at ${stands.join(', ') || 'nothing'}.`)
      const times = isThrough ? 1 : 0
      if (counts.get(id)?.[0]?.value !== times) faults.push(`${order} was counted ${counts.get(id)?.[0]?.value} times.`)
      for (const [activity, all] of passed) {
        const found = all.get(id)?.length ?? 0
        if (found !== times) faults.push(`${order} passed ${activity} ${found} times.`)
      }
    }
    const keys = [...(shop.orders.get(order) ?? [])]
    if (keys.length > 1) faults.push(`${order} was ordered under ${keys.length} keys.`)
    repeated += keys.reduce((sum, [, times]) => sum + times - 1, 0)
  }
  if (repeated > 0 && !mayRepeat) faults.push(`${repeated} calls to the outside were made twice.`)
  return {
    counts: {
      'orders sent': ledger.sent.size,
      started: ledger.started.size,
      completed: ledger.completed.size,
      'calls without an answer': ledger.unanswered,
      'calls to the outside repeated under their key': repeated,
    },
    faults,
  }
}

function groupByInstance<Row extends { readonly processInstanceId: string }>(
  rows: readonly Row[],
): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, ({ processInstanceId }) => processInstanceId)
}

/** @returns the jobs that are still there after two minutes. */
async function settle(call: CallServer): Promise<number> {
  const until = performance.now() + 120_000
  let left = Number.POSITIVE_INFINITY
  while (left > 0 && performance.now() < until) {
    await sleep(500)
    left = await call<{ count: number }>('/job/count').then(
      ({ count }) => count,
      (error: unknown) => {
        if (error instanceof NoAnswer) return left
        throw error
      },
    )
  }
  return left
}
