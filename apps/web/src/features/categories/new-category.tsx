import { Button, Select } from '@mantine/core'
import { api, type CategoryDesign, limits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../components/action-bar/action-bar.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { UnsavedGuard } from '../../components/unsaved/unsaved-guard.tsx'
import { call } from '../../lib/api/call.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import classes from './categories.module.css'
import { emptyDraft, pickDraft, toBody } from './category-draft.ts'
import { CategoryFields } from './category-fields.tsx'
import type { Categories } from './category-queries.ts'
import { presentPath } from './present-path.ts'

interface Props {
  readonly data: Categories
  /** The category to copy. */
  readonly from: CategoryDesign | undefined
  readonly parentId: string | null
  readonly onCreated: (id: string) => void
  readonly onCancel: () => void
}

/** The form for a new category: empty, or a copy. */
export function NewCategory({ data, from, parentId: initial, onCreated, onCancel }: Props) {
  const { t } = useTranslation()
  const [first] = useState(() =>
    from === undefined
      ? emptyDraft
      : { ...pickDraft(from), name: t('record.copyName', { name: from.name }).slice(0, limits.name) },
  )
  const [draft, setDraft] = useState(first)
  const [parentId, setParentId] = useState(initial)
  const isSaved = useRef(false)
  const save = useMutation({
    mutationFn: () => call(api.categoryDesigns.create, { body: { ...toBody(draft), parentId } }),
    onSuccess: ({ id, name }) => {
      isSaved.current = true
      showToast({ kind: 'success', title: t('categories.saved'), text: name })
      onCreated(id)
    },
  })
  return (
    <>
      <UnsavedGuard isDirty={() => !isSaved.current && draft !== first} />
      <div className={classes.scroll}>
        <h2 className={classes.title}>{t('categories.newTitle')}</h2>
        {save.isError ? (
          <ErrorBanner title={t('categories.saveFailed')} error={save.error} comfort={t('record.stillHere')} />
        ) : null}
        <CategoryFields
          draft={draft}
          groups={data.groups}
          isLocked={false}
          error={save.error}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <Section title={t('categories.place')}>
          <Select
            label={t('categories.parent')}
            searchable
            clearable
            placeholder={t('categories.underHome')}
            data={data.categories.map(({ id }) => ({ value: id, label: presentPath(data.categories, id) }))}
            value={parentId}
            error={describeFaultOf(save.error, 'parentId')}
            onChange={setParentId}
          />
        </Section>
      </div>
      <ActionBar>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button
          variant="filled"
          loading={save.isPending}
          disabled={draft.name.trim() === ''}
          onClick={() => save.mutate()}
        >
          {t('categories.create')}
        </Button>
      </ActionBar>
    </>
  )
}
