import IconDots from 'icon:dots'
import { ActionIcon, Menu } from '@mantine/core'
import { api, type ListDescription, type SavedView } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { ErrorBanner } from '../../banner/error-banner.tsx'
import { ConfirmDialog } from '../../dialog/confirm-dialog.tsx'
import { lazyPart } from '../../lazy-part/lazy-part.tsx'
import { showToast } from '../../toast/show-toast.tsx'
import type { UsedList } from '../use-list.ts'
import { plainView } from './view-address.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'), { isAwaited: ({ isOpen }) => isOpen })

interface Props<L extends ListDescription, Row> {
  readonly used: UsedList<L, Row>
  readonly view: SavedView
  /** Where the list is. */
  readonly to: string
}

/** A menu beside the tab of a view: rename, share, copy the link, set as default, delete. */
export function ViewMenu<L extends ListDescription, Row>({ used, view, to }: Props<L, Row>) {
  const { t } = useTranslation()
  const { list, views } = used
  const { name, mayChange } = view
  const [asked, setAsked] = useState<'nothing' | 'edit' | 'remove'>('nothing')
  const isDefault = views.defaultId === view.id
  const setDefault = useMutation({
    mutationFn: () => call(api.listViews.setDefault, { body: { list: list.name, viewId: isDefault ? null : view.id } }),
    onSuccess: () => {
      // Else an address that says nothing would become that of the plain list.
      if (isDefault) used.openView({ view: view.id })
      const title = isDefault ? t('listViews.defaultCleared') : t('listViews.defaultMade', { name })
      showToast({ kind: 'success', title, about: view.id })
    },
    onError: (error) =>
      showToast({ kind: 'error', title: t('listViews.defaultFailed'), text: describeError(error).message }),
  })
  const remove = useMutation({
    mutationFn: () => call(api.listViews.remove, { params: { id: view.id } }),
    onSuccess: () => {
      setAsked('nothing')
      used.openView(views.defaultId === null || isDefault ? {} : { view: plainView })
      showToast({ kind: 'success', title: t('listViews.removed', { name }), about: view.id })
    },
  })
  const copy = async () => {
    const link = `${location.origin}${to}?view=${encodeURIComponent(view.id)}`
    try {
      await navigator.clipboard.writeText(link)
      showToast({ kind: 'success', title: t('listViews.copied'), text: t('listViews.copiedText') })
    } catch {
      showToast({
        kind: 'error',
        title: t('listViews.copyFailed'),
        text: t('listViews.copyFailedText', { link }),
      })
    }
  }
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon size={24} aria-label={t('listViews.menu', { name })}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayChange ? <Menu.Item onClick={() => setAsked('edit')}>{t('listViews.edit')}</Menu.Item> : null}
          <Menu.Item onClick={() => void copy()}>{t('listViews.copyLink')}</Menu.Item>
          <Menu.Item onClick={() => setDefault.mutate()}>
            {t(isDefault ? 'listViews.clearDefault' : 'listViews.makeDefault')}
          </Menu.Item>
          {mayChange ? (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setAsked('remove')}>{t('listViews.remove')}</Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <ViewDialog
        isOpen={asked === 'edit'}
        list={list.name}
        view={view}
        content={{ search: view.search, columns: view.columns }}
        onClose={() => setAsked('nothing')}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={t('listViews.removeTitle', { name })}
        action={t('listViews.removeAction')}
        keep={t('listViews.keep')}
        isDangerous
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('listViews.removeFailed')} error={remove.error} /> : null}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsked('nothing')}
      >
        {t(view.sharing.with === 'nobody' ? 'listViews.removeText' : 'listViews.removeSharedText')}
      </ConfirmDialog>
    </>
  )
}
