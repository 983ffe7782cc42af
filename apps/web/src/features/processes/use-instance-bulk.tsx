import IconArrowsExchange from 'icon:arrows-exchange'
import IconArrowsMove from 'icon:arrows-move'
import IconPlayerPause from 'icon:player-pause'
import IconPlayerPlay from 'icon:player-play'
import IconRefresh from 'icon:refresh'
import IconRestore from 'icon:restore'
import IconVariable from 'icon:variable'
import IconX from 'icon:x'
import { api, type InstanceAction, type InstanceOutcome, type InstanceRow } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../../components/list/rows/bulk-bar.tsx'
import type { ManyModeKind } from '../../components/moving/modes.tsx'
import { VersionDialog } from '../../components/moving/version-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { touch } from '../../lib/api/touch.ts'
import { BatchDialog, type ChosenInstances } from './batch-dialog.tsx'
import { BulkReport, CancelSeveral } from './bulk-dialogs.tsx'

/** The failed items of an action, and the number of all items. */
export interface InstanceReport {
  readonly total: number
  readonly failed: readonly { readonly row: InstanceRow; readonly outcome: InstanceOutcome }[]
}

/**
 * Returns the actions on selected instances, which are carried out immediately, and their outcome. Actions on all
 * matching instances, and setting a variable of several, are batches.
 */
export function useInstanceBulk(): { actions: readonly BulkAction<InstanceRow>[]; dialogs: ReactNode } {
  const { t } = useTranslation()
  const [cancelled, setCancelled] = useState<readonly InstanceRow[] | null>(null)
  const [chosen, setChosen] = useState<ChosenInstances | null>(null)
  const [planned, setPlanned] = useState<{
    readonly kind: ManyModeKind
    readonly selection: ChosenInstances['selection']
  } | null>(null)
  const [report, setReport] = useState<InstanceReport | null>(null)
  const apply = useMutation({
    mutationFn: ({ action, rows }: { action: InstanceAction; rows: readonly InstanceRow[] }) =>
      call(api.processes.doToInstances, { body: { action, ids: rows.map(({ id }) => id) } }),
    onSuccess: (outcomes, { action, rows }) => {
      setCancelled(null)
      const failed = outcomes.flatMap((outcome) => {
        const row = rows.find(({ id }) => id === outcome.id)
        return outcome.isDone || row === undefined ? [] : [{ row, outcome }]
      })
      const count = outcomes.length - failed.length
      if (failed.length > 0) setReport({ total: outcomes.length, failed })
      if (count > 0) showToast({ kind: 'success', title: t(`processes.done.${action.kind}`, { count }), about })
    },
    onError: (error, { action }) => {
      touch(api.processes.doToInstances)
      // The dialog says it where there is one.
      if (action.kind !== 'cancel')
        showToast({ kind: 'error', title: t('processes.bulkFailed'), text: describeError(error).message, about })
    },
  })
  const selectionOf = (
    rows: readonly InstanceRow[],
    isEverything: boolean,
    query: Readonly<Record<string, string>>,
  ): ChosenInstances['selection'] => (isEverything ? { query: { ...query } } : { ids: rows.map(({ id }) => id) })
  const asBatch =
    (kind: ChosenInstances['kind']): BulkAction<InstanceRow>['run'] =>
    (...selected) =>
      setChosen({ kind, selection: selectionOf(...selected) })
  const asPlan =
    (kind: ManyModeKind): BulkAction<InstanceRow>['run'] =>
    (...selected) =>
      setPlanned({ kind, selection: selectionOf(...selected) })
  const run =
    (kind: 'suspend' | 'activate' | 'retry' | 'cancel'): BulkAction<InstanceRow>['run'] =>
    (rows, isEverything, query) => {
      if (isEverything) asBatch(kind)(rows, isEverything, query)
      else if (kind === 'cancel') setCancelled(rows)
      else apply.mutate({ action: { kind }, rows })
    }
  return {
    actions: [
      { label: t('processes.suspend'), icon: IconPlayerPause, run: run('suspend') },
      { label: t('processes.activate'), icon: IconPlayerPlay, run: run('activate') },
      { label: t('processes.retrySeveral'), icon: IconRefresh, run: run('retry') },
      { label: t('processes.cancelSeveral'), icon: IconX, run: run('cancel') },
      { label: t('batchStart.setVariable'), icon: IconVariable, run: asBatch('setVariable') },
      { label: t('moves.move'), icon: IconArrowsMove, run: asPlan('move') },
      { label: t('moves.migrate'), icon: IconArrowsExchange, run: asPlan('migrate') },
      { label: t('moves.restart'), icon: IconRestore, run: asPlan('restart') },
    ],
    dialogs: (
      <>
        <CancelSeveral
          rows={cancelled}
          isPending={apply.isPending}
          error={apply.error}
          onConfirm={(action, rows) => apply.mutate({ action, rows })}
          onClose={() => {
            setCancelled(null)
            apply.reset()
          }}
        />
        <BulkReport report={report} onClose={() => setReport(null)} />
        {planned === null ? null : <VersionDialog {...planned} onClose={() => setPlanned(null)} />}
        {chosen === null ? null : <BatchDialog chosen={chosen} onClose={() => setChosen(null)} />}
      </>
    ),
  }
}

/** A later toast takes the place of this one. */
const about = 'instance-bulk'
