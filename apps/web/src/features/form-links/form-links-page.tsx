import IconLink from 'icon:link'
import { Button } from '@mantine/core'
import { api, type FormLinkRow } from '@millrace/contract'
import { formLinkList } from '@millrace/contract/lists/form-links'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'

/**
 * The page with the links by which people without an account start processes. They are created on the pages of
 * processes.
 */
export function Page() {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<FormLinkRow | null>(null)
  return (
    <>
      <ListPage
        list={formLinkList}
        call={api.formLinks.list}
        help={t('formLinks.help')}
        failed={t('formLinks.failed')}
        empty={{
          icon: IconLink,
          title: t('formLinks.noneTitle'),
          text: t('formLinks.noneText'),
          actions: <LinkButton to={paths.deployments}>{t('formLinks.toDeployments')}</LinkButton>,
        }}
        cells={{
          state: ({ state }) => <StatusBadge status={state} />,
          process: ({ process }) => <span title={process.key}>{process.name}</span>,
        }}
        rowActions={(row) =>
          row.state === 'ended' ? null : (
            <Button size="xs" c="var(--app-red)" onClick={() => setAsked(row)}>
              {t('formLinks.end')}
            </Button>
          )
        }
      />
      <EndDialog link={asked} onClose={() => setAsked(null)} />
    </>
  )
}

function EndDialog({ link, onClose }: { link: FormLinkRow | null; onClose: () => void }) {
  const { t } = useTranslation()
  const end = useMutation({
    mutationFn: (id: string) => call(api.formLinks.end, { params: { id } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('formLinks.ended'), text: link?.name ?? '' })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen={link !== null}
      title={t('formLinks.endTitle', { name: link?.name ?? '' })}
      action={t('formLinks.end')}
      isDangerous
      isPending={end.isPending}
      error={end.isError ? <ErrorBanner title={t('formLinks.endFailed')} error={end.error} /> : null}
      onConfirm={() => link !== null && end.mutate(link.id)}
      onClose={() => {
        onClose()
        end.reset()
      }}
    >
      {t('formLinks.endText')}
    </ConfirmDialog>
  )
}
