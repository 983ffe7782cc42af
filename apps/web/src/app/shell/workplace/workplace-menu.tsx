import IconSelector from 'icon:selector'
import { Menu } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { paths } from '../../../config/paths.ts'
import { call } from '../../../lib/api/call.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import classes from './workplace.module.css'
import { WorkplaceName } from './workplace-name.tsx'

/** The menu with the current workplace and the other workplaces of the user. */
export default function WorkplaceMenu({ name, others }: { name: string; others: readonly string[] }) {
  const { t } = useTranslation()
  const change = useWorkplaceChange()
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <button type="button" className={classes.workplace} aria-describedby="workplace-hint">
          <WorkplaceName name={name} />
          <IconSelector size={15} stroke={1.6} aria-hidden />
          <span id="workplace-hint" hidden>
            {t('shell.switchWorkplace')}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.switchWorkplace')}</Menu.Label>
        {others.map((reference) => (
          <Menu.Item key={reference} disabled={change.isPending} onClick={() => change.mutate(reference)}>
            {reference}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Everything is loaded again: another workplace has other users, roles, data and looks. */
function useWorkplaceChange() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (reference: string) => call(api.shell.updateTenant, { query: { selectedWrf: reference } }),
    onSuccess: () => location.assign(paths.home),
    onError: (error) =>
      showToast({ kind: 'error', title: t('shell.workplaceRefused'), text: describeError(error).message }),
  })
}
