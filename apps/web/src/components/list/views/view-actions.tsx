import { Button } from '@mantine/core'
import { api, type ListDescription } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { touch } from '../../../lib/api/touch.ts'
import type { ColumnLayout } from '../../../lib/preferences.ts'
import { lazyPart } from '../../lazy-part/lazy-part.tsx'
import { showToast } from '../../toast/show-toast.tsx'
import type { UsedList } from '../use-list.ts'
import { customViewPath, listPath } from './custom-view-path.ts'
import { showsView, stateOfView, viewSearchOf } from './view-address.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'), { isAwaited: ({ isOpen }) => isOpen })

/** The column layout of a list. In a view it is the layout of the view, until the user changes it. */
export interface UsedLayout {
  readonly layout: ColumnLayout
  readonly setLayout: (layout: ColumnLayout) => void
  readonly isChanged: boolean
  /** Discards the changes of the view. */
  readonly reset: () => void
}

interface Props<L extends ListDescription, Row> {
  readonly used: UsedList<L, Row>
  /** The layout of columns, for lists with columns. */
  readonly columns?: UsedLayout
}

/**
 * Actions after the filters: save the current state as a new view, or in the current view. Shown only after a change.
 */
export function ViewActions<L extends ListDescription, Row>({ used, columns }: Props<L, Row>) {
  const { t } = useTranslation()
  const { list, state, change, views } = used
  const { current } = views
  const [asked, setAsked] = useState<'nothing' | 'view' | 'customView'>('nothing')
  const isOpen = asked !== 'nothing'
  const toCustomView = customViewPath(list.name)
  const navigate = useNavigate()
  const content = { search: viewSearchOf(list, state), columns: columns?.layout ?? current?.columns ?? {} }
  const save = useMutation({
    mutationFn: () => {
      if (current === null) throw new Error('Expected a view to save, but there is none.')
      return call(api.listViews.save, {
        params: { id: current.id },
        body: { ...content, columns: content.columns as never, revision: current.revision },
      })
    },
    onSuccess: ({ name }) => {
      columns?.reset()
      used.openView({ view: current?.id })
      showToast({ kind: 'success', title: t('listViews.saved', { name }), about: current?.id ?? '' })
    },
    onError: (error) => {
      touch(api.listViews.save)
      const text = `${describeError(error).message} ${t('listViews.stays')}`
      showToast({ kind: 'error', title: t('listViews.saveFailed'), text, about: current?.id ?? '' })
    },
  })
  const isChanged =
    current === null
      ? Object.keys(content.search).length > 0 || columns?.isChanged === true
      : !showsView(list, current, state) || columns?.isChanged === true
  if (!isChanged && !isOpen) return null
  const discard = () => {
    columns?.reset()
    if (current !== null) {
      const { q, sort, filters, variables = [] } = stateOfView(list, current)
      change({ q, sort, filters, variables })
    }
  }
  return (
    <>
      {current?.mayChange ? (
        <Button size="xs" variant="subtle" loading={save.isPending} onClick={() => save.mutate()}>
          {t('listViews.saveChanges')}
        </Button>
      ) : null}
      <Button size="xs" variant="subtle" onClick={() => setAsked('view')}>
        {t('listViews.saveAs')}
      </Button>
      {toCustomView === null ? null : (
        <Button size="xs" variant="subtle" onClick={() => setAsked('customView')}>
          {t('listViews.saveAsCustom')}
        </Button>
      )}
      {current === null ? null : (
        <Button size="xs" variant="subtle" onClick={discard}>
          {t('listViews.discard')}
        </Button>
      )}
      <ViewDialog
        isOpen={isOpen}
        list={list.name}
        view={null}
        content={content}
        isCustom={asked === 'customView'}
        onDone={(view) => {
          columns?.reset()
          const to = view.aliasName === null ? null : toCustomView
          if (to !== null) void navigate({ to: to(view.id) })
          else if (used.isOnly) void navigate({ to: listPath(list.name), search: { view: view.id } })
          else used.openView({ view: view.id })
        }}
        onClose={() => setAsked('nothing')}
      />
    </>
  )
}
