import { Button, Select } from '@mantine/core'
import { api, type CategoryDesign } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { EditBar } from '../../components/record/edit-bar.tsx'
import { SaveBanner } from '../../components/record/save-banner.tsx'
import { useEdit } from '../../components/record/use-edit.ts'
import { useOthersChanges } from '../../components/record/use-others-changes.ts'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './categories.module.css'
import { pickDraft, toBody } from './category-draft.ts'
import { CategoryFields } from './category-fields.tsx'
import { CategoryProcesses } from './category-processes.tsx'
import { type Categories, categoriesQuery } from './category-queries.ts'
import { listWithin, placeAfter } from './moves.ts'
import { presentPath } from './present-path.ts'
import type { Moving } from './use-move.ts'

interface Props {
  readonly data: Categories
  readonly category: CategoryDesign
  readonly moving: Moving
  readonly onCopy: () => void
  readonly onAddBelow: () => void
  readonly onRemoved: () => void
}

/** The editor of a category: its name, who can see it, its position, and its contents. */
export function CategoryEditor({ data, category, moving, onCopy, onAddBelow, onRemoved }: Props) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { id, name, revision, designs, updatedBy } = category
  const edit = useEdit({
    saved: pickDraft(category),
    revision,
    save: (draft, initial) =>
      call(api.categoryDesigns.save, { params: { id }, body: { ...toBody(draft), revision: initial } }),
    onSaved: (saved) => {
      others.see(saved)
      showToast({ kind: 'success', title: t('categories.saved'), text: saved.name })
    },
  })
  const refetch = async () => {
    const { categories } = await queryClient.fetchQuery({ ...categoriesQuery, staleTime: 0 })
    return categories.find((one) => one.id === id) ?? category
  }
  const nameField = (field: string) => (isLabelled(field) ? t(`categories.${field}`) : null)
  const others = useOthersChanges({ item: category, edit, refetch, pick: pickDraft, nameField })
  return (
    <>
      <div className={classes.scroll}>
        <div className={classes.head}>
          <h2 className={classes.title}>{name}</h2>
          <Button size="xs" onClick={onAddBelow}>
            {t('categories.newBelow')}
          </Button>
          <Button size="xs" onClick={onCopy}>
            {t('categories.copy')}
          </Button>
          <RemoveButton category={category} onRemoved={onRemoved} />
        </div>
        <p className={classes.facts}>
          {updatedBy === null ? null : `${updatedBy.displayName} · `}
          <DateTime at={category.updatedAt} />
          {designs === 0 ? null : ` · ${t('categories.designs', { count: designs })}`}
        </p>
        <SaveBanner title={t('categories.saveFailed')} {...others.banner} />
        <CategoryFields
          draft={edit.draft}
          groups={data.groups}
          isLocked={false}
          error={edit.error}
          onChange={edit.change}
        />
        <PlaceSection data={data} id={id} moving={moving} />
        <CategoryProcesses data={data} id={id} />
      </div>
      <EditBar edit={edit} action={t('categories.save')} isComplete={edit.draft.name.trim() !== ''} />
    </>
  )
}

const labelled = ['name', 'description', 'roles', 'groups'] as const

/** Whether a field has a label by its own name. */
function isLabelled(field: string): field is (typeof labelled)[number] {
  return (labelled as readonly string[]).includes(field)
}

function PlaceSection({ data: { categories }, id, moving }: Pick<Props, 'data' | 'moving'> & { readonly id: string }) {
  const { t } = useTranslation()
  const within = listWithin(categories, id)
  const parentId = categories.find((one) => one.id === id)?.parentId ?? null
  const step = (direction: 'up' | 'down') => {
    const place = placeAfter(categories, id, direction)
    return (
      <Button
        size="xs"
        disabled={place === null || moving.isMoving}
        onClick={() => (place === null ? undefined : moving.move(id, place))}
      >
        {t(`categories.${direction}`)}
      </Button>
    )
  }
  return (
    <Section title={t('categories.place')} hint={t('categories.placeHint')}>
      <Select
        label={t('categories.parent')}
        searchable
        clearable
        placeholder={t('categories.underHome')}
        disabled={moving.isMoving}
        data={categories
          .filter((one) => !within.has(one.id))
          .map((one) => ({ value: one.id, label: presentPath(categories, one.id) }))}
        value={parentId}
        onChange={(chosen) => moving.move(id, { parentId: chosen, before: null })}
      />
      <div className={classes.buttons}>
        {step('up')}
        {step('down')}
      </div>
    </Section>
  )
}

function RemoveButton({ category: { id, name }, onRemoved }: Pick<Props, 'category' | 'onRemoved'>) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(api.categoryDesigns.remove, { params: { id } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('categories.removed'), text: name })
      onRemoved()
    },
  })
  return (
    <>
      <Button size="xs" className={classes.danger} onClick={() => setAsked(true)}>
        {t('categories.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('categories.removeTitle', { name })}
        action={t('categories.remove')}
        isDangerous
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('categories.removeFailed')} error={remove.error} /> : null}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          setAsked(false)
          remove.reset()
        }}
      >
        {t('categories.removeText')}
      </ConfirmDialog>
    </>
  )
}
