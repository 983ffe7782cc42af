import IconFolder from 'icon:folder'
import IconFolderOff from 'icon:folder-off'
import IconPlus from 'icon:plus'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './categories.module.css'
import { CategoryEditor } from './category-editor.tsx'
import { type Categories, categoriesQuery } from './category-queries.ts'
import { CategoryTree } from './category-tree.tsx'
import { NewCategory } from './new-category.tsx'
import { useMove } from './use-move.ts'

/** The page with the tree of categories. The address contains the open category, or that a new one is being created. */
export function Page() {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchState()
  const asked = useQuery(categoriesQuery)
  const { data } = asked
  const isEmpty = data?.categories.length === 0
  const isNew = search.new !== undefined
  const begin = (place: { readonly below?: string; readonly from?: string } = {}) =>
    setSearch({ new: '1', category: undefined, below: place.below, from: place.from })
  const add = (
    <Button
      size="xs"
      variant="filled"
      leftSection={<IconPlus size={15} stroke={1.6} />}
      disabled={data === undefined}
      onClick={() => begin()}
    >
      {t('categories.add')}
    </Button>
  )
  return (
    <>
      <PageHeader help={t('categories.help')} actions={isNew ? null : isEmpty ? <KeptRoom /> : add} />
      <PageBody flush>
        <QueryFailure query={asked} title={t('categories.failed')} />
        {data === undefined && !asked.isError ? (
          <div className={classes.scroll}>
            <SkeletonRows count={6} height={32} />
          </div>
        ) : null}
        {isEmpty && !isNew ? (
          <EmptyState
            icon={IconFolder}
            title={t('categories.noneTitle')}
            text={t('categories.noneText')}
            actions={add}
          />
        ) : null}
        {data === undefined || (isEmpty && !isNew) ? null : <Split data={data} onBegin={begin} />}
      </PageBody>
    </>
  )
}

/** Of the button that is below where there is nothing: on phones it has a row, and what is below would move. */
function KeptRoom() {
  return <span aria-hidden />
}

interface SplitProps {
  readonly data: Categories
  readonly onBegin: (place: { readonly below?: string; readonly from?: string }) => void
}

/** The tree, and what is open. On phones one or the other. */
function Split({ data, onBegin }: SplitProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useSearchState()
  const moving = useMove()
  const { categories } = data
  const open = (id: string) => setSearch({ category: id, new: undefined, below: undefined, from: undefined })
  const close = () => setSearch({ category: undefined, new: undefined, below: undefined, from: undefined })
  const isNew = search.new !== undefined
  const current = categories.find(({ id }) => id === search.category)
  const from = categories.find(({ id }) => id === search.from)
  return (
    <div className={classes.split} data-open={isNew || search.category !== undefined || undefined}>
      <div className={classes.tree}>
        <CategoryTree key={categories.length} data={data} current={current?.id ?? null} moving={moving} onOpen={open} />
      </div>
      <div className={classes.record}>
        <Button size="xs" variant="subtle" className={classes.back} onClick={close}>
          {t('categories.tree')}
        </Button>
        {isNew ? (
          <NewCategory
            key={`${search.from} ${search.below}`}
            data={data}
            from={from}
            parentId={from?.parentId ?? categories.find(({ id }) => id === search.below)?.id ?? null}
            onCreated={open}
            onCancel={close}
          />
        ) : current !== undefined ? (
          <CategoryEditor
            key={current.id}
            data={data}
            category={current}
            moving={moving}
            onCopy={() => onBegin({ from: current.id })}
            onAddBelow={() => onBegin({ below: current.id })}
            onRemoved={close}
          />
        ) : search.category !== undefined ? (
          <EmptyState icon={IconFolderOff} title={t('categories.goneTitle')} text={t('categories.goneText')} />
        ) : (
          <EmptyState icon={IconFolder} title={t('categories.chooseTitle')} text={t('categories.chooseText')} />
        )}
      </div>
    </div>
  )
}
