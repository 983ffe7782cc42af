import IconDots from 'icon:dots'
import { ActionIcon, Menu } from '@mantine/core'
import { api, type ListDescription, type SavedView } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { showToast } from '../../toast/show-toast.tsx'
import type { UsedList } from '../use-list.ts'
import { plainView } from './view-address.ts'
import { ViewDialogs } from './view-dialogs.tsx'

interface Props<L extends ListDescription, Row> {
  readonly used: UsedList<L, Row>
  readonly view: SavedView
  /** The address of the list. */
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
      <ViewDialogs
        view={view}
        asked={asked}
        onClose={() => setAsked('nothing')}
        onRemoved={() => {
          setAsked('nothing')
          used.openView(views.defaultId === null || isDefault ? {} : { view: plainView })
        }}
      />
    </>
  )
}
