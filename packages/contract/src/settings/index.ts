export { checkSetting, readChoices, type SettingFault, trimSetting } from './check-setting.ts'
export { highestOf } from './live-budgets.ts'
export {
  type BudgetKey,
  defaultSettings,
  type InstallationKey,
  type InstallationValues,
  installationKeys,
  isSettingKey,
  type OwnSettingKey,
  type SettingKey,
  type SettingValues,
  settingKeys,
  settings,
  type WorkplaceKey,
  type WorkplaceValues,
  workplaceKeys,
} from './registry.ts'
export { type Setting, type SettingGroup, type SettingUnit, type SettingValue, settingGroups } from './setting.ts'
