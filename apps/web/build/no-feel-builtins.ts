/**
 * A replacement for a list of Camunda's FEEL functions, some of which do not exist here, so that the editor suggests
 * none of them.
 */
export const camundaBuiltins: readonly unknown[] = []
export const camundaExtensions: readonly unknown[] = []
export const camundaReservedNameBuiltins: readonly unknown[] = []
export const feelBuiltins: readonly unknown[] = []
