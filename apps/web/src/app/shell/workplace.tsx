import { Menu } from '@mantine/core'
import { api } from '@millrace/contract'
import { IconSelector } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { useSession } from '../../lib/session/session.ts'
import classes from './workplace.module.css'

/** Where the user works. It can be changed with advanced single sign-on, where there are others to change to. */
export function Workplace() {
  const { t } = useTranslation()
  const { selected, others, isAdvancedSso } = useSession().workplaces
  const change = useWorkplaceChange()
  if (!isAdvancedSso || others.length === 0)
    return (
      <div className={classes.workplace} title={t('shell.workplace')}>
        <WorkplaceName name={selected} />
      </div>
    )
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <button type="button" className={classes.workplace} aria-describedby="workplace-hint">
          <WorkplaceName name={selected} />
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

function WorkplaceName({ name }: { name: string }) {
  return (
    <>
      <span className={classes.mark} data-letter={[...name][0]?.toUpperCase()} aria-hidden />
      <span className={classes.name}>{name}</span>
    </>
  )
}

/** Everything is loaded anew: another workplace has other users, roles, data and looks. */
function useWorkplaceChange() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (reference: string) => call(api.shell.updateTenant, { query: { selectedWrf: reference } }),
    onSuccess: () => location.assign(paths.home),
    onError: (error) =>
      showToast({ kind: 'error', title: t('shell.workplaceRefused'), text: describeError(error).message }),
  })
}
