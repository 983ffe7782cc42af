import { Checkbox, Select } from '@mantine/core'
import type { PackageImportDetails } from '@millrace/contract'
import type { Dispatch, ReactNode, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import { PeopleSelect } from '../../components/person/people-select.tsx'
import { type Decisions, leave } from './decisions.ts'
import classes from './packages.module.css'
import { SetUpList } from './set-up-list.tsx'

interface Props {
  readonly details: PackageImportDetails
  readonly decisions: Decisions
  readonly onChange: Dispatch<SetStateAction<Decisions>>
}

/** The list of names in the package that do not exist here, and of the steps to do afterwards. */
export function MappingPanel({ details, decisions, onChange }: Props) {
  const { t } = useTranslation()
  const { users, groups, connections, groupChoices, setUp } = details
  const usedBy = (names: readonly string[]) => t('packages.usedBy', { names: names.slice(0, 3).join(', ') })
  return (
    <div className={classes.aside}>
      {users.length === 0 ? null : (
        <Block title={t('packages.usersTitle')} hint={t('packages.usersHint')}>
          {users.map(({ name, usedBy: names }) => {
            const chosen = decisions.users[name]
            const set = (user: Decisions['users'][string] | undefined) =>
              onChange((before) => {
                const { [name]: _, ...others } = before.users
                return { ...before, users: user === undefined ? others : { ...others, [name]: user } }
              })
            return (
              <div key={name} className={classes.block}>
                {chosen === 'leave' ? null : (
                  <PeopleSelect
                    label={name}
                    description={usedBy(names)}
                    chosen={chosen ?? null}
                    isClearable
                    onChoose={(person) => set(person ?? undefined)}
                  />
                )}
                <Checkbox
                  label={t('packages.leave', { name })}
                  checked={chosen === 'leave'}
                  onChange={(event) => set(event.currentTarget.checked ? 'leave' : undefined)}
                />
              </div>
            )
          })}
        </Block>
      )}
      {groups.length === 0 ? null : (
        <Block title={t('packages.groupsTitle')} hint={t('packages.groupsHint')}>
          {groups.map(({ name, usedBy: names }) => (
            <Select
              key={name}
              label={name}
              description={usedBy(names)}
              placeholder={t('packages.chooseGroup')}
              searchable
              data={[{ value: leave, label: t('packages.leave', { name }) }, ...groupChoices]}
              value={decisions.groups[name] ?? null}
              allowDeselect={false}
              onChange={(key) => {
                if (key !== null) onChange((before) => ({ ...before, groups: { ...before.groups, [name]: key } }))
              }}
            />
          ))}
        </Block>
      )}
      {connections.length === 0 ? null : (
        <Block title={t('packages.connectionsTitle')} hint={t('packages.connectionsHint')}>
          {connections.map(({ name, choices }) => (
            <Select
              key={name}
              label={name}
              data={[{ value: leave, label: t('packages.newConnection') }, ...choices]}
              value={decisions.connections[name] || leave}
              allowDeselect={false}
              onChange={(other) => {
                const chosen = other === null || other === leave ? '' : other
                onChange((before) => ({ ...before, connections: { ...before.connections, [name]: chosen } }))
              }}
            />
          ))}
        </Block>
      )}
      <Block title={t('packages.setUpTitle')} hint={t('packages.setUpHint')}>
        <SetUpList items={setUp} />
      </Block>
    </div>
  )
}

function Block({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <section className={classes.block} aria-label={title}>
      <h2>{title}</h2>
      <p className={classes.note}>{hint}</p>
      {children}
    </section>
  )
}
