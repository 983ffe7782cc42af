import IconDownload from 'icon:download'
import { Button, Menu } from '@mantine/core'
import type { ListDescription } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../lib/api/describe-error.ts'
import { download } from '../../../lib/api/download.ts'
import { getTimeZone } from '../../../lib/time-zone.ts'
import { showToast } from '../../toast/show-toast.tsx'
import { toQuery } from '../list-place.ts'
import type { UsedList } from '../use-list.ts'

interface Props<L extends ListDescription, Row> {
  readonly used: UsedList<L, Row>
  /** Names of the columns that the file has, in their order; the list's own where left out. */
  readonly columns?: readonly string[]
}

/** A menu that exports all rows of the current filter, in the current order, as a file. */
export function ExportMenu<L extends ListDescription, Row>({ used, columns }: Props<L, Row>) {
  const { t } = useTranslation()
  const { list, contract, state } = used
  const save = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      download(`${contract.path}/export`, {
        ...toQuery(list, {
          q: state.q,
          sort: state.sort,
          filters: state.filters,
          ...(state.variables === undefined ? {} : { variables: state.variables }),
        }),
        ...(columns === undefined ? {} : { columns: columns.join(',') }),
        format,
        timeZone: getTimeZone(),
      }),
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
