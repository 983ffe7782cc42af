import IconCopy from 'icon:copy'
import IconPencil from 'icon:pencil'
import IconTrash from 'icon:trash'
import { Button } from '@mantine/core'
import type { SavedView } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../link/link-button.tsx'
import { customViewPath, listPath } from './custom-view-path.ts'
import { ViewDialogs } from './view-dialogs.tsx'

/**
 * The actions of a custom view: edit, copy and delete. Users change its filters and columns in the list and save them
 * there.
 */
export function CustomViewActions({ view }: { readonly view: SavedView }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'nothing' | 'edit' | 'remove'>('nothing')
  const { id, mayChange } = view
  return (
    <>
      <LinkButton
        size="xs"
        to={`${customViewPath(view.list)?.(id) ?? ''}/copy`}
        leftSection={<IconCopy size={15} stroke={1.6} />}
      >
        {t('listViews.copyCustom')}
      </LinkButton>
      {mayChange ? (
        <>
          <Button size="xs" leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => setAsked('edit')}>
            {t('listViews.editCustom')}
          </Button>
          <Button
            size="xs"
            data-danger
            leftSection={<IconTrash size={15} stroke={1.6} />}
            onClick={() => setAsked('remove')}
          >
            {t('listViews.removeCustom')}
          </Button>
        </>
      ) : null}
      <ViewDialogs
        view={view}
        asked={asked}
        onClose={() => setAsked('nothing')}
        onRemoved={() => void navigate({ to: listPath(view.list) })}
      />
    </>
  )
}
