import IconWand from 'icon:wand'
import { Button, Checkbox, NativeSelect, SegmentedControl, Table } from '@mantine/core'
import type { MigrationPlace } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { PlainTable } from '../table/plain-table.tsx'
import { presentPlace } from './migration-places.ts'
import classes from './moving.module.css'
import { isNeedingTarget, type MappingRow, type Migration } from './use-migration.ts'

interface Props {
  readonly migration: Migration
  readonly version: number
  readonly targetVersion: number | string
  readonly selected: string | null
  readonly onSelect: (key: string | null) => void
  /** Fields below the table. */
  readonly children: ReactNode
}

/** The mapping of a migration as a table: each element of the source with its target, state and reason. */
export function MappingTable({ migration, version, targetVersion, selected, onSelect, children }: Props) {
  const { t } = useTranslation()
  const { suggestion, plan, rows } = migration
  const [shown, setShown] = useState<'all' | 'needing'>('all')
  const needing = rows.filter(isNeedingTarget)
  const visible = shown === 'needing' ? needing : rows
  return (
    <section className={classes.mapping} aria-label={t('moves.mapping')}>
      <div className={classes.head}>
        <h2>{t('moves.mapping')}</h2>
        <span className={classes.quiet}>{t('moves.elements', { count: rows.length })}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('moves.mapping')}
          value={shown}
          onChange={(value) => setShown(value === 'needing' ? 'needing' : 'all')}
          data={[
            { value: 'all', label: `${t('moves.showAll')} ${rows.length}` },
            { value: 'needing', label: `${t('moves.showNeeding')} ${needing.length}` },
          ]}
        />
        <span className={classes.grow} />
        <Button
          size="xs"
          leftSection={<IconWand size={15} stroke={1.6} />}
          disabled={!migration.hasChoices}
          onClick={migration.suggestAgain}
        >
          {t('moves.suggestAgain')}
        </Button>
      </div>
      {suggestion.isError ? (
        <div className={classes.message}>
          <ErrorBanner
            title={t('moves.planFailed')}
            error={suggestion.error}
            onRetry={() => void suggestion.refetch()}
          />
        </div>
      ) : plan === undefined ? (
        <SkeletonRows count={5} height={40} />
      ) : (
        <ScrollRegion className={classes.scroll ?? ''} label={t('moves.mapping')}>
          <PlainTable className={classes.table ?? ''} aria-label={t('moves.mapping')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('moves.source', { version })}</Table.Th>
                <Table.Th scope="col" ta="end">
                  {t('moves.instances')}
                </Table.Th>
                <Table.Th scope="col">{t('moves.source', { version: targetVersion })}</Table.Th>
                <Table.Th scope="col">{t('moves.mappingState')}</Table.Th>
                <Table.Th scope="col">{t('moves.reason')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {visible.map((row) => (
                <Row
                  key={row.place.key}
                  row={row}
                  targets={plan.target}
                  targetVersion={targetVersion}
                  isSelected={row.place.key === selected}
                  onSelect={onSelect}
                  onChange={(patch) => migration.change(row.place.key, patch)}
                />
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {children}
    </section>
  )
}

interface RowProps {
  readonly row: MappingRow
  readonly targets: readonly MigrationPlace[]
  readonly targetVersion: number | string
  readonly isSelected: boolean
  readonly onSelect: (key: string | null) => void
  readonly onChange: (patch: { target?: string | null; updatesTrigger?: boolean }) => void
}

function Row({ row, targets, targetVersion, isSelected, onSelect, onChange }: RowProps) {
  const { t } = useTranslation()
  const { place, chosen, count, failures, isSuggested } = row
  const name = presentPlace(place, t)
  const isFaulty = isNeedingTarget(row)
  return (
    <Table.Tr data-selected={isSelected || undefined}>
      <Table.Td>
        <button
          type="button"
          className={classes.element}
          aria-pressed={isSelected}
          onClick={() => onSelect(isSelected ? null : place.key)}
        >
          {name}
        </button>
      </Table.Td>
      <Table.Td ta="end" className="tn">
        {count.toLocaleString('en')}
      </Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          aria-label={t('moves.targetOf', { name })}
          value={chosen?.target ?? ''}
          onChange={(event) => onChange({ target: event.currentTarget.value || null })}
          data={[
            { value: '', label: t('moves.chooseElement') },
            ...targets
              .filter((one) => one.isBody === place.isBody)
              .map((one) => ({ value: one.key, label: presentPlace(one, t) })),
          ]}
        />
        {place.hasTrigger && chosen !== null ? (
          <Checkbox
            size="xs"
            label={t('moves.updateTrigger')}
            aria-label={t('moves.updateTriggerOf', { name })}
            checked={chosen.updatesTrigger}
            onChange={(event) => onChange({ updatesTrigger: event.currentTarget.checked })}
          />
        ) : null}
      </Table.Td>
      <Table.Td>
        <span
          className={classes.verdict}
          data-kind={isFaulty ? 'some' : isSuggested && chosen !== null ? 'good' : undefined}
        >
          {isFaulty
            ? t('moves.needsTarget')
            : chosen === null
              ? t('moves.unmapped')
              : t(isSuggested ? 'moves.suggested' : 'moves.edited')}
        </span>
      </Table.Td>
      <Table.Td>
        {failures.length > 0
          ? failures.join('; ')
          : chosen === null
            ? count === 0
              ? t('moves.notUsed')
              : t('moves.notInTarget', { version: targetVersion })
            : t(chosen.target === place.key ? 'moves.sameIdAndType' : 'moves.otherId')}
      </Table.Td>
    </Table.Tr>
  )
}
