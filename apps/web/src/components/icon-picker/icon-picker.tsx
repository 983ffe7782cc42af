import { SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { SearchInput } from '../search-input/search-input.tsx'
import { findIcons } from './find-icons.ts'
import { IconGrid } from './icon-grid.tsx'
import classes from './icon-picker.module.css'
import { type IconSet, iconSetQuery } from './icon-queries.ts'

interface Props {
  /** `icon:set`, or null for none. */
  readonly value: string | null
  readonly onChange: (value: string) => void
}

/** A picker for an icon, with a search, for pointer and keyboard. */
export default function IconPicker({ value, onChange }: Props) {
  const { t } = useTranslation()
  const [set, setSet] = useState<IconSet>('general')
  const [query, setQuery] = useState('')
  const icons = useQuery(iconSetQuery(set))
  const names = icons.data ? findIcons(icons.data.index, query) : []
  return (
    <div className={classes.picker}>
      <div className={classes.tools}>
        <SearchInput label={t('icons.search')} value={query} onChange={setQuery} className={classes.search} />
        <SegmentedControl
          size="xs"
          aria-label={t('icons.set')}
          value={set}
          data={[
            { value: 'general', label: t('icons.general') },
            { value: 'office', label: t('icons.office') },
          ]}
          onChange={(next) => setSet(next === 'office' ? 'office' : 'general')}
        />
      </div>
      {icons.isError ? (
        <ErrorBanner title={t('icons.failed')} error={icons.error} onRetry={() => void icons.refetch()} />
      ) : icons.data === undefined ? (
        <SkeletonRows count={6} height={40} />
      ) : (
        <>
          <IconGrid key={`${set} ${query}`} docs={icons.data.docs} names={names} value={value} onChange={onChange} />
          <Text size="xs" c="dimmed" role="status">
            {names.length === 0 ? t('icons.nothing') : t('icons.count', { count: names.length })}
          </Text>
        </>
      )}
    </div>
  )
}
