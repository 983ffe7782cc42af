import { Button, NativeSelect, Table } from '@mantine/core'
import { api, type UserImport, userImportFields } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { call } from '../../lib/api/call.ts'
import type { Translate } from '../../lib/i18n.ts'
import classes from './user-import.module.css'

interface Props {
  readonly item: UserImport
  readonly onDone: (item: UserImport) => void
}

/** The second step of the import: the field of each column, and the field by which existing users are recognised. */
export function MapColumns({ item, onDone }: Props) {
  const { t } = useTranslation()
  const { id, heads, samples, notes, fileName, rows, properties, state } = item
  const [mapping, setMapping] = useState<readonly (string | null)[]>(item.mapping)
  const [key, setKey] = useState(item.key)
  const check = useMutation({
    mutationFn: () => call(api.userImports.check, { params: { id }, body: { mapping: [...mapping], key } }),
    onSuccess: onDone,
  })
  const keys = ['username', ...properties.filter(({ isUnique }) => isUnique).map((one) => `property:${one.key}`)]
  const isOther = key !== item.key || mapping.some((field, index) => field !== item.mapping[index])
  const fault = findFault(mapping, key)
  return (
    <Section title={t('userImport.columns')} hint={t('userImport.columnsHint', { file: fileName, count: rows })}>
      {check.isError ? <ErrorBanner title={t('userImport.checkFailed')} error={check.error} /> : null}
      {notes.length === 0 ? null : <Banner kind="info" title={notes.join(' ')} />}
      <ScrollRegion label={t('userImport.columns')} className={classes.scroll}>
        <PlainTable className={classes.mapping ?? ''}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('userImport.column')}</Table.Th>
              <Table.Th>{t('userImport.field')}</Table.Th>
              <Table.Th>{t('userImport.example')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {heads.map((head, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns never change their place, and may share a name
              <Table.Tr key={index}>
                <Table.Td>{head === '' ? t('userImport.unnamed', { number: index + 1 }) : head}</Table.Td>
                <Table.Td>
                  <NativeSelect
                    aria-label={t('userImport.fieldOf', { column: head === '' ? String(index + 1) : head })}
                    data={[
                      { value: '', label: t('userImport.leftOut') },
                      ...userImportFields.map((field) => ({
                        value: field as string,
                        label: nameField(field, item, t),
                      })),
                      ...properties.map((one) => ({ value: `property:${one.key}`, label: one.name })),
                    ]}
                    value={mapping[index] ?? ''}
                    onChange={(event) => setMapping(mapping.with(index, event.currentTarget.value || null))}
                  />
                </Table.Td>
                <Table.Td className={classes.sample}>
                  {samples
                    .map((cells) => cells[index] ?? '')
                    .filter((cell) => cell !== '')
                    .join(', ')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      <NativeSelect
        label={t('userImport.key')}
        description={t('userImport.keyHelp')}
        data={keys.map((field) => ({ value: field, label: nameField(field, item, t) }))}
        value={key}
        error={fault === null ? null : t(`userImport.${fault}`, { field: nameField(key, item, t) })}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <div>
        <Button
          variant={state === 'draft' || isOther ? 'filled' : 'default'}
          disabled={fault !== null}
          loading={check.isPending}
          onClick={() => check.mutate()}
        >
          {t(state === 'draft' ? 'userImport.check' : 'userImport.checkAgain')}
        </Button>
      </div>
    </Section>
  )
}

function findFault(mapping: readonly (string | null)[], key: string): 'fieldTwice' | 'keyMissing' | null {
  const chosen = mapping.filter((field) => field !== null)
  if (new Set(chosen).size < chosen.length) return 'fieldTwice'
  return chosen.includes(key) ? null : 'keyMissing'
}

/** Returns the name of a field of a user. */
export function nameField(field: string, { properties }: Pick<UserImport, 'properties'>, t: Translate): string {
  const known = userImportFields.find((one) => one === field)
  if (known !== undefined) return t(`users.${known}`)
  const key = field.slice('property:'.length)
  return properties.find((one) => one.key === key)?.name ?? key
}
