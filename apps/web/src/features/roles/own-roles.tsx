import '../../lib/rights-texts.ts'
import { Table, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { api } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { pathOfRole } from './role-queries.ts'
import classes from './roles.module.css'

/** Rows at a time; the search finds the others. */
const size = 100

/** The list of own roles of the workplace, by name. */
export function OwnRoles() {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), 200)
  const roles = useQuery({
    ...callQuery(api.ownRoles.list, { query: { q, size } }),
    placeholderData: keepPreviousData,
  })
  const items = roles.data?.items ?? []
  return (
    <Section title={t('roleEditor.title')} hint={t('roleEditor.intro')}>
      <QueryFailure query={roles} title={t('roleEditor.failed')} />
      {roles.data === undefined && !roles.isError ? <SkeletonRows count={2} height={40} /> : null}
      {items.length === 0 && q === '' ? null : (
        <TextInput label={t('ownRoles.search')} value={text} onChange={(event) => setText(event.currentTarget.value)} />
      )}
      {roles.data !== undefined && items.length === 0 ? (
        <p className={classes.note}>{t(q === '' ? 'roleEditor.noneHint' : 'roleEditor.nothingFound')}</p>
      ) : null}
      {items.length === 0 ? null : (
        <ScrollRegion label={t('roleEditor.title')} className={classes.scroll}>
          <PlainTable>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('ownRoles.name')}</Table.Th>
                <Table.Th>{t('ownRoles.description')}</Table.Th>
                <Table.Th>{t('ownRoles.members')}</Table.Th>
                <Table.Th>{t('ownRoles.groups')}</Table.Th>
                <Table.Th>{t('ownRoles.isDisabled')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map(({ id, key, name, description, memberCount, groupCount, isDisabled }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Link to={pathOfRole(key)}>{name}</Link>
                  </Table.Td>
                  <Table.Td>{description}</Table.Td>
                  <Table.Td>{memberCount.toLocaleString('en')}</Table.Td>
                  <Table.Td>{groupCount.toLocaleString('en')}</Table.Td>
                  <Table.Td>{isDisabled ? t('roles.disabled') : ''}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {roles.data?.next == null ? null : <p className={classes.note}>{t('roleEditor.more')}</p>}
    </Section>
  )
}
