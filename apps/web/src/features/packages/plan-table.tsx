import IconChevronDown from 'icon:chevron-down'
import IconChevronRight from 'icon:chevron-right'
import { ActionIcon, Select, Table, TextInput } from '@mantine/core'
import type { PackagePlanItem } from '@millrace/contract'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { ResultText } from '../../components/status/result-text.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { actionsOf, type Decisions, type ItemDecision, idOf } from './decisions.ts'
import classes from './packages.module.css'

interface Props {
  readonly items: readonly PackagePlanItem[]
  readonly decisions: Decisions['items']
  readonly onDecide: (id: string, decision: ItemDecision) => void
}

/**
 * The table with the effect of an import on each item. A row opens the differences; conflicts are decided in their row.
 */
export function PlanTable({ items, decisions, onDecide }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<readonly string[]>([])
  if (items.length === 0) return <p className={classes.note}>{t('packages.noMatch')}</p>
  return (
    <ScrollRegion label={t('packages.items')} className={classes.wide}>
      <PlainTable aria-label={t('packages.items')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('packages.name')}</Table.Th>
            <Table.Th scope="col">{t('packages.kind')}</Table.Th>
            <Table.Th scope="col">{t('packages.result')}</Table.Th>
            <Table.Th scope="col">{t('packages.detail')}</Table.Th>
            <Table.Th scope="col">{t('packages.decision')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => {
            const id = idOf(item)
            const isOpen = open.includes(id)
            const Chevron = isOpen ? IconChevronDown : IconChevronRight
            return (
              <Fragment key={id}>
                <Table.Tr>
                  <Table.Td>
                    <div className={classes.row}>
                      {item.differences.length === 0 ? null : (
                        <ActionIcon
                          size="sm"
                          variant="subtle"
                          color="gray"
                          aria-expanded={isOpen}
                          aria-label={t('packages.showDifferences', { name: item.name })}
                          onClick={() => setOpen(isOpen ? open.filter((one) => one !== id) : [...open, id])}
                        >
                          <Chevron size={16} stroke={1.6} />
                        </ActionIcon>
                      )}
                      {item.name}
                    </div>
                  </Table.Td>
                  <Table.Td>{t(`packageKinds.${item.kind}`)}</Table.Td>
                  <Table.Td>
                    <ResultText result={item.result}>{t(`packageResult.${item.result}`)}</ResultText>
                  </Table.Td>
                  <Table.Td>{detailOf(item)}</Table.Td>
                  <Table.Td>
                    <Decision item={item} decision={decisions[id]} onDecide={(decision) => onDecide(id, decision)} />
                  </Table.Td>
                </Table.Tr>
                {isOpen ? <DifferenceRows item={item} /> : null}
              </Fragment>
            )
          })}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )

  function detailOf({ message, differenceCount, key }: PackagePlanItem): string {
    if (message !== null) return message
    return differenceCount === 0 ? key : t('packages.differences', { count: differenceCount })
  }
}

function DifferenceRows({ item }: { item: PackagePlanItem }) {
  const { t } = useTranslation()
  const rest = item.differenceCount - item.differences.length
  return (
    <Table.Tr className={classes.differences}>
      <Table.Td colSpan={5}>
        <PlainTable>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('packages.field')}</Table.Th>
              <Table.Th scope="col">{t('packages.here')}</Table.Th>
              <Table.Th scope="col">{t('packages.inPackage')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {item.differences.map(({ field, before, after }) => (
              <Table.Tr key={field}>
                <Table.Td>{field}</Table.Td>
                <Table.Td>
                  {before === null ? t('packages.absent') : <span className={classes.before}>{before}</span>}
                </Table.Td>
                <Table.Td>
                  {after === null ? t('packages.absent') : <span className={classes.after}>{after}</span>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
        {rest > 0 ? <p className={classes.note}>{t('packages.moreDifferences', { count: rest })}</p> : null}
      </Table.Td>
    </Table.Tr>
  )
}

interface DecisionProps {
  readonly item: PackagePlanItem
  readonly decision: ItemDecision | undefined
  readonly onDecide: (decision: ItemDecision) => void
}

function Decision({ item, decision, onDecide }: DecisionProps) {
  const { t } = useTranslation()
  const actions = actionsOf(item)
  if (actions.length === 0) return null
  const isAsked = item.result === 'conflict' || item.result === 'refused'
  const now = decision ?? { action: 'replace', newKey: item.key, newName: item.name }
  const label = (action: ItemDecision['action']) =>
    action === 'replace' && !isAsked ? t(`packageResult.${item.result}`) : t(`packageAction.${action}`)
  return (
    <div className={classes.decision}>
      <Select
        size="xs"
        aria-label={t('packages.decisionOf', { name: item.name })}
        placeholder={t('packages.choose')}
        allowDeselect={false}
        data={actions.map((action) => ({ value: action, label: label(action) }))}
        value={decision?.action ?? (isAsked ? null : 'replace')}
        onChange={(action) => onDecide({ ...now, action: (action ?? 'skip') as ItemDecision['action'] })}
      />
      {now.action === 'rename' ? (
        <>
          {item.kind === 'formTemplate' ? null : (
            <TextInput
              size="xs"
              aria-label={t('packages.newKey', { name: item.name })}
              value={now.newKey}
              onChange={(event) => onDecide({ ...now, newKey: event.currentTarget.value })}
            />
          )}
          <TextInput
            size="xs"
            aria-label={t('packages.newName', { name: item.name })}
            value={now.newName}
            onChange={(event) => onDecide({ ...now, newName: event.currentTarget.value })}
          />
        </>
      ) : null}
    </div>
  )
}
