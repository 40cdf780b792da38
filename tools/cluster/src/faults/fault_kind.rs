//! The kinds of faults, and which losses each may cause.

use std::time::Duration;

use clap::ValueEnum;

/// A fault that can be injected. The comments of the variants are printed by `--help`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum)]
pub(crate) enum FaultKind {
    /// kill -9 of the primary's PostgreSQL; its Patroni stays alive.
    PrimaryPostgresKilled,
    /// kill -9 of the primary's PostgreSQL and Patroni; the service manager starts Patroni again.
    PrimaryKilled,
    /// kill -9 of the primary's PostgreSQL and Patroni, without a restart: the machine is lost.
    PrimaryLost,
    /// kill -9 of the synchronous standby and its Patroni.
    StandbyKilled,
    /// kill -9 of both standbys, without a restart: no write may be acknowledged meanwhile.
    StandbysLost,
    /// kill -9 of a member of etcd; the service manager starts it again.
    EtcdMemberKilled,
    /// SIGSTOP of two of the three members of etcd.
    EtcdMajorityFrozen,
    /// kill -9 of a web node; the service manager starts it again.
    NodeKilled,
    /// kill -9 of the active projector.
    ProjectorKilled,
    /// kill -9 of HAProxy; the service manager starts it again.
    HaproxyKilled,
    /// HAProxy is reloaded.
    HaproxyReloaded,
    /// SIGSTOP of the primary's PostgreSQL; its Patroni stays alive.
    PrimaryPostgresFrozen,
    /// SIGSTOP of the primary's PostgreSQL and Patroni.
    PrimaryFrozen,
    /// SIGSTOP of the synchronous standby and its Patroni.
    StandbyFrozen,
    /// SIGSTOP of a web node.
    NodeFrozen,
    /// SIGSTOP of the active projector.
    ProjectorFrozen,
    /// SIGSTOP of HAProxy.
    HaproxyFrozen,
    /// The primary hands over to the synchronous standby.
    Switchover,
    /// Every packet into and out of the primary's machine is dropped.
    PrimaryCutOff,
    /// Every packet between a node and the database is dropped. Without a network namespace, a proxy between them stops
    /// forwarding and closes no connection.
    NodeCutOff,
    /// The connections between a node and the database are closed, and new ones are refused.
    NodeDisconnected,
    /// A node and the active projector are frozen together, and then killed.
    PowerLost,
    /// The primary's disk is full.
    DiskFull,
    /// A node's clock is six hours ahead.
    ClockJump,
    /// A node's clock is up to 90 seconds off.
    NodeClockOff,
    /// The clocks of the synchronous standby's PostgreSQL and Patroni are up to 90 seconds off (libfaketime).
    StandbyClockOff,
    /// Every packet that the primary's machine sends is dropped; those to it arrive.
    PrimarySendsNothing,
    /// Every packet to the primary's machine is dropped; those that it sends arrive.
    PrimaryReceivesNothing,
    /// What the database sends to a node does not arrive; what the node sends does.
    NodeReceivesNothing,
    /// Packets are late and overtake each other, and some come twice (tc netem).
    PacketsLate,
    /// One request in three is carried out and loses its answer.
    AnswersLost,
    /// The nodes are replaced one by one by those of the previous release, and then again by those of this one.
    RollingUpgrade,
    /// Replication is asynchronous, the standbys are behind, and the primary is lost: commits are lost on purpose.
    CommitsLost,
}

impl FaultKind {
    /// The name on the command line.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// How long a fault that has a duration lasts; in a short campaign just long enough to have an effect.
    pub(crate) fn duration(self, short: bool) -> Duration {
        match self {
            // Longer than the lifetime of Patroni's lock: before that, no standby takes over.
            Self::PrimaryLost | Self::PrimaryFrozen | Self::PrimaryPostgresFrozen | Self::PrimaryCutOff
                if short =>
            {
                Duration::from_secs(13)
            }
            _ if short => Duration::from_secs(5),
            _ => Duration::from_secs(30),
        }
    }

    /// Whether it is only injected beside another one, into a recorded history.
    pub(crate) fn is_only_in_pairs(self) -> bool {
        matches!(
            self,
            Self::NodeClockOff
                | Self::StandbyClockOff
                | Self::PrimarySendsNothing
                | Self::PrimaryReceivesNothing
                | Self::NodeReceivesNothing
                | Self::PacketsLate
                | Self::AnswersLost
                | Self::RollingUpgrade
        )
    }

    /// Whether only one machine is left that could store a commit, so that no commit may be acknowledged.
    pub(crate) fn leaves_one_copy(self) -> bool {
        self == Self::StandbysLost
    }

    /// Whether acknowledged writes are lost on purpose; the nodes must detect the loss then.
    pub(crate) fn loses_commits(self) -> bool {
        self == Self::CommitsLost
    }
}
