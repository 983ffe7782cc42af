import { Button, Select } from '@mantine/core'
import { api, type SortedProcess } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import classes from './categories.module.css'
import type { Categories } from './category-queries.ts'
import { presentPath } from './present-path.ts'

/** The deployed processes in a category, with actions to add and remove processes. */
export function CategoryProcesses({ data, id }: { data: Categories; id: string }) {
  const { t } = useTranslation()
  const { categories, processes } = data
  const within = processes.filter(({ categoryId }) => categoryId === id)
  const nameOf = (categoryId: string | null) =>
    categoryId === null ? t('categories.underHome') : presentPath(categories, categoryId)
  const place = useMutation({
    mutationFn: ({ process: { key }, categoryId }: { process: SortedProcess; categoryId: string | null }) =>
      call(api.categoryDesigns.placeProcess, { params: { key }, body: { categoryId } }),
    onSuccess: (_, { process: { name }, categoryId }) =>
      showToast({ kind: 'success', title: t('categories.processPlaced', { name, category: nameOf(categoryId) }) }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('categories.placeFailed'), text: describeError(error).message }),
  })
  const others = processes.filter(({ categoryId }) => categoryId !== id)
  return (
    <Section title={t('categories.processes')} hint={t('categories.processesHint')}>
      {within.length === 0 ? <p className={classes.none}>{t('categories.noProcesses')}</p> : null}
      <ul className={classes.processes}>
        {within.map((process) => (
          <li key={process.key}>
            <span className={classes.name}>{process.name}</span>
            <Button
              size="xs"
              variant="subtle"
              aria-label={t('categories.removeProcess', { name: process.name })}
              disabled={place.isPending}
              onClick={() => place.mutate({ process, categoryId: null })}
            >
              {t('categories.takeOut')}
            </Button>
          </li>
        ))}
      </ul>
      <Select
        key={within.length}
        label={t('categories.addProcess')}
        searchable
        disabled={place.isPending || others.length === 0}
        limit={100}
        data={others.map(({ key, name, categoryId }) => ({
          value: key,
          label: `${name} (${nameOf(categoryId)})`,
        }))}
        value={null}
        onChange={(key) => {
          const process = others.find((one) => one.key === key)
          if (process !== undefined) place.mutate({ process, categoryId: id })
        }}
      />
    </Section>
  )
}
