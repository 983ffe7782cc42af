import IconDownload from 'icon:download'
import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { describeError } from '../../../lib/api/describe-error.ts'
import { download } from '../../../lib/api/download.ts'

/** The menu that exports all rows of a data list as a file that can be imported again. */
export function ExportRowsMenu({ id }: { id: string }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') => download(`/data-lists/${encodeURIComponent(id)}/export`, { format }),
    onError: (error) => showToast({ kind: 'error', title: t('list.exportFailed'), text: describeError(error).message }),
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" leftSection={<IconDownload size={15} stroke={1.6} />} loading={save.isPending}>
          {t('list.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save.mutate('csv')}>{t('list.exportCsv')}</Menu.Item>
        <Menu.Item onClick={() => save.mutate('xlsx')}>{t('list.exportXlsx')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
