import { api, type TaskAction, type TaskOutcome, type TaskRow, taskBatchLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toQuery } from '../../../components/list/list-place.ts'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { describeError, describeRefusal } from '../../../lib/api/describe-error.ts'
import { touch } from '../../../lib/api/touch.ts'
import type { Tasks } from '../use-task-list.ts'

/** The tasks of an action: rows of the page, or all that match its filter. */
export interface Chosen {
  readonly rows: readonly TaskRow[]
  readonly isEverything: boolean
}

/** The failed items of an action, and the number of all items. */
export interface Report {
  readonly total: number
  readonly failed: readonly { readonly name: string; readonly title: string | null; readonly outcome: TaskOutcome }[]
}

const listNames = { assigned: 'assigned', unclaimed: 'unclaimed', involvingme: 'involved' } as const

/** Returns the selection of tasks for calls: by ids, or by the filters of the list. */
export function selectionOf({ list, state, location }: Tasks, { rows, isEverything }: Chosen) {
  if (!isEverything) return { ids: rows.map(({ id }) => id) }
  const { q, filters, sort } = state
  return { list: listNames[location], query: toQuery(list, { q, filters, sort }) as Record<string, string> }
}

/**
 * Returns the functions that apply an action to several tasks: up to fifty immediately, with a report and undo; more as
 * a batch on the server.
 */
export function useBulkActions(tasks: Tasks) {
  const { t } = useTranslation()
  const [report, setReport] = useState<Report | null>(null)
  const [batchId, setBatchId] = useState<string | null>(null)
  const undo = useMutation({
    mutationFn: (items: { id: string; mark: string }[]) => call(api.taskBulk.undo, { body: { items } }),
    onSuccess: (outcomes) => {
      const failed = outcomes.filter(({ isDone }) => !isDone)
      const [done, total] = [outcomes.length - failed.length, outcomes.length]
      if (failed.length === 0) showToast({ kind: 'success', title: t('taskBulk.undone', { count: total }), about })
      else {
        const title = done === 0 ? t('taskBulk.undoFailed') : t('taskBulk.undoneOf', { done, total })
        showToast({
          kind: 'warning',
          title,
          text: describeRefusal({ code: failed[0]?.code ?? '', message: failed[0]?.message ?? '' }),
          about,
        })
      }
    },
    onError: (error) => {
      showToast({ kind: 'error', title: t('taskBulk.undoFailed'), text: describeError(error).message, about })
      touch(api.taskBulk.undo)
    },
  })
  const few = async (action: TaskAction, { rows }: Chosen) => {
    const outcomes = await call(api.taskBulk.apply, { body: { action, ids: rows.map(({ id }) => id) } })
    const failed = outcomes.flatMap((outcome) => {
      const row = rows.find(({ id }) => id === outcome.id)
      return outcome.isDone || row === undefined ? [] : [{ name: row.name, title: row.title, outcome }]
    })
    const [done, total] = [outcomes.length - failed.length, outcomes.length]
    const marks = outcomes.flatMap(({ id, mark }) => (mark === null ? [] : [{ id, mark }]))
    if (failed.length > 0) setReport({ total, failed })
    if (done === 0) return
    showToast({
      kind: failed.length === 0 ? 'success' : 'warning',
      title: failed.length === 0 ? t('taskBulk.done', { count: total }) : t('taskBulk.doneOf', { done, total }),
      about,
      ...(marks.length === 0 ? {} : { action: { label: t('taskBulk.undo'), run: () => undo.mutate(marks) } }),
    })
  }
  const many = async (action: TaskAction, chosen: Chosen) => {
    const { id } = await call(api.taskBulk.startBatch, { body: { action, selection: selectionOf(tasks, chosen) } })
    setBatchId(id)
  }
  const apply = useMutation({
    mutationFn: ({ action, chosen }: { action: TaskAction; chosen: Chosen }) =>
      chosen.isEverything || chosen.rows.length > taskBatchLimits.atOnce ? many(action, chosen) : few(action, chosen),
    onError: (error) => {
      showToast({ kind: 'error', title: t('taskBulk.failed'), text: describeError(error).message, about })
      touch(api.taskBulk.apply)
    },
  })
  return { apply, report, closeReport: () => setReport(null), batchId, openBatch: setBatchId }
}

/** A later toast about tasks takes the place of this one: what it undoes is not the last thing any more. */
const about = 'task-bulk'

export type BulkActions = ReturnType<typeof useBulkActions>
