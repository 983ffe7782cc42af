import { Button } from '@mantine/core'
import type { InstanceSelection } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { ConfirmBatch } from './many.tsx'
import { CopyRequest } from './request-dialog.tsx'
import { requestsForMigration } from './requests.ts'
import { isNeedingTarget, type Migration } from './use-migration.ts'
import { isUnnamed } from './variables-pane.tsx'

interface Props {
  readonly migration: Migration
  readonly definitionId: string
  readonly selection: InstanceSelection
  readonly targetVersion: number | string
  readonly onStarted: () => void
}

/** The bar of a migration: it copies the request, discards the plan, or starts the batch after a confirmation. */
export function MigrationBar({ migration, definitionId, selection, targetVersion, onStarted }: Props) {
  const { t } = useTranslation()
  const { plan, order, counts, rows } = migration
  const [isConfirming, setConfirming] = useState(false)
  const needing = rows.filter(isNeedingTarget).length
  const isPossible = counts !== null && counts.possible > 0 && !migration.hasFaults
  return (
    <>
      <ActionBar note={needing > 0 ? t('moves.needTargets', { count: needing }) : t('moves.nothingYet')}>
        <CopyRequest
          isDisabled={plan === undefined}
          of={() => requestsForMigration({ definitionId, selection, isEnded: false }, order)}
        />
        <Button disabled={!migration.isDirty} onClick={migration.discard}>
          {t('moves.discard')}
        </Button>
        <Button
          variant="filled"
          disabled={!migration.isFresh || !isPossible || migration.variables.some(isUnnamed)}
          onClick={() => setConfirming(true)}
        >
          {t('moves.migrateMany')}
        </Button>
      </ActionBar>
      {isConfirming ? (
        <ConfirmBatch
          kind="migrate"
          definitionId={definitionId}
          selection={selection}
          action={{ kind: 'migrate', definitionId, ...order }}
          blocked={counts?.blocked ?? 0}
          buttonText={t('moves.migrate')}
          word={t('moves.word')}
          titleOf={(count) =>
            t('moves.confirmMigrate', { count, number: count.toLocaleString('en'), version: targetVersion })
          }
          onStarted={onStarted}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  )
}
