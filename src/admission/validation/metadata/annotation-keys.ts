/** Annotations that admission reads. */
export const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror'
export const TOLERATIONS_ANNOTATION = 'scheduler.alpha.kubernetes.io/tolerations'
export const DELETION_COST_ANNOTATION = 'controller.kubernetes.io/pod-deletion-cost'
export const SECCOMP_POD_ANNOTATION = 'seccomp.security.alpha.kubernetes.io/pod'
export const SECCOMP_CONTAINER_PREFIX = 'container.seccomp.security.alpha.kubernetes.io/'
export const APP_ARMOR_PREFIX = 'container.apparmor.security.beta.kubernetes.io/'

export const RUNTIME_DEFAULT = 'runtime/default'
export const DOCKER_DEFAULT = 'docker/default'
export const UNCONFINED = 'unconfined'
export const LOCALHOST_PREFIX = 'localhost/'
