import { Button, Table } from '@mantine/core'
import type { EntityChange } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { paths } from '../../config/paths.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { Actor } from './actor.tsx'
import classes from './audit.module.css'
import { ChangeBadge } from './change-badge.tsx'

interface Props {
  readonly label: string
  readonly changes: readonly EntityChange[]
  /** All changes are of one entity, so each has a state to look at. */
  readonly isOfOne: boolean
}

/** A table of changes, newest first, each with a link to its revision. */
export function HistoryTable({ label, changes, isOfOne }: Props) {
  const { t } = useTranslation()
  const [{ at }, change] = useSearchState()
  const shown = at ?? String(changes[0]?.number ?? '')
  return (
    <ScrollRegion label={label} className={classes.scroll}>
      <PlainTable className={classes.history} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('audit.number')}</Table.Th>
            <Table.Th scope="col">{t('audit.when')}</Table.Th>
            <Table.Th scope="col">{t('audit.user')}</Table.Th>
            <Table.Th scope="col">{t('audit.operation')}</Table.Th>
            <Table.Th scope="col">{t(isOfOne ? 'audit.surface' : 'audit.record')}</Table.Th>
            {isOfOne ? <Table.Th scope="col">{t('audit.value')}</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ id, number, at: when, user, surface, operation, entity, key, name, restoredFrom }) => {
            const digits = number.toLocaleString('en')
            const isShown = isOfOne && shown === String(number)
            return (
              <Table.Tr key={id} data-current={isShown || undefined}>
                <Table.Td className="tn">
                  <Link to={paths.auditRevision(number)}>{digits}</Link>
                </Table.Td>
                <Table.Td>
                  <DateTime at={when} />
                </Table.Td>
                <Table.Td>
                  <Actor user={user} surface={surface} />
                </Table.Td>
                <Table.Td>
                  <ChangeBadge operation={operation} />
                  {restoredFrom === null ? null : (
                    <span className={classes.restored}>
                      {t('auditRestores.restored', { number: restoredFrom.toLocaleString('en') })}
                    </span>
                  )}
                </Table.Td>
                {isOfOne ? (
                  <Table.Td>{t(`auditSurfaces.${surface}`)}</Table.Td>
                ) : (
                  <Table.Td>
                    <Link to={paths.auditEntity(entity)} search={{ id: key }}>
                      {name ?? key}
                    </Link>
                  </Table.Td>
                )}
                {isOfOne ? (
                  <Table.Td>
                    {isShown ? (
                      t('audit.shown')
                    ) : (
                      <Button
                        size="xs"
                        aria-label={t('audit.showState', { number: digits })}
                        onClick={() => change({ at: String(number), with: undefined })}
                      >
                        {t('audit.show')}
                      </Button>
                    )}
                  </Table.Td>
                ) : null}
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}
