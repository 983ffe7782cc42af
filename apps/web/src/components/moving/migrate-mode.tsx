import IconX from 'icon:x'
import { Button } from '@mantine/core'
import type { DefinitionDetail, InstanceSelection } from '@millrace/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { MetaFact, MetaRow } from '../page/meta-row.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { UnsavedGuard } from '../unsaved/unsaved-guard.tsx'
import { DryRun } from './dry-run.tsx'
import { StateEffects, verdictOf } from './many.tsx'
import { MappingTable } from './mapping-table.tsx'
import { MigrationBar } from './migration-bar.tsx'
import { MigrationDiagrams } from './migration-diagrams.tsx'
import classes from './moving.module.css'
import { SelectionGone } from './selection-gone.tsx'
import { useMigration } from './use-migration.ts'
import { useSelection, useSelectionText } from './use-selection.ts'
import { SkipFields, VariablesFields } from './variables-pane.tsx'

interface Props {
  readonly definition: DefinitionDetail
  readonly onExit: () => void
}

/** The page of a version while its instances are migrated to another one. */
export default function MigrateMode(props: Props) {
  const { t } = useTranslation()
  const { definition, onExit } = props
  const selection = useSelection(definition.id)
  const others = definition.versions.filter(({ id }) => id !== definition.id)
  // Forwards where there is a newer version.
  const [targetId, setTarget] = useState(others[0]?.id ?? null)
  if (selection === null) return <SelectionGone />
  if (targetId === null)
    return (
      <div className={classes.mode}>
        <PageHeader
          title={t('moves.migrateTitle', { name: definition.name })}
          actions={
            <Button size="xs" leftSection={<IconX size={15} stroke={1.6} />} onClick={onExit}>
              {t('moves.exitMigrate')}
            </Button>
          }
        />
        <p className={classes.message}>{t('moves.noOtherVersion')}</p>
      </div>
    )
  return <Migration key={targetId} {...props} selection={selection} targetId={targetId} onTarget={setTarget} />
}

interface MigrationProps extends Props {
  readonly selection: InstanceSelection
  readonly targetId: string
  readonly onTarget: (id: string) => void
}

function Migration({ definition, selection, targetId, onTarget, onExit }: MigrationProps) {
  const { t } = useTranslation()
  const { id, version } = definition
  const selectionText = useSelectionText(selection, version, false)
  const targetVersion = definition.versions.find((one) => one.id === targetId)?.version ?? ''
  const migration = useMigration(id, targetId, selection)
  const { dryRun, rows, counts, isDirty } = migration
  const [selected, setSelected] = useState<string | null>(null)
  const isLeft = useRef(false)
  usePageKeys({ Escape: selected === null ? onExit : () => setSelected(null) })
  return (
    <div className={classes.mode}>
      <PageHeader
        title={t('moves.migrateTitle', { name: definition.name })}
        actions={
          <Button size="xs" leftSection={<IconX size={15} stroke={1.6} />} onClick={onExit}>
            {t('moves.exitMigrate')}
          </Button>
        }
      >
        <MetaRow>
          <MetaFact label={t('moves.selection')}>{selectionText}</MetaFact>
        </MetaRow>
      </PageHeader>
      <div className={classes.content}>
        <MigrationDiagrams {...{ definition, targetId, onTarget, rows, selected }} onSelect={setSelected} />
        <div className={classes.panes}>
          <MappingTable {...{ migration, version, targetVersion, selected }} onSelect={setSelected}>
            <VariablesFields variables={migration.variables} onChange={migration.setVariables} />
          </MappingTable>
          <div className={classes.aside}>
            <DryRun query={dryRun} verdict={verdictOf(counts, t)} empty={t('batchStart.counting')}>
              {dryRun.data === undefined ? null : (
                <StateEffects tried={dryRun.data} nameOf={migration.nameOf} isMigration />
              )}
            </DryRun>
            <SkipFields skips={migration.skips} onChange={migration.setSkips} />
          </div>
        </div>
      </div>
      <MigrationBar
        {...{ migration, definitionId: id, selection, targetVersion }}
        onStarted={() => {
          isLeft.current = true
        }}
      />
      <UnsavedGuard isDirty={() => isDirty && !isLeft.current} places={['mode']} />
    </div>
  )
}
