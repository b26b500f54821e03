#pragma once

/// What harvestd tells the service manager that started it (sd_notify(3)); nothing where none did.

#include <chrono>
#include <string>
#include <string_view>

namespace harvest {

/// The longest silence of a harvestd that is well, beyond a wait that it announces: one batch of
/// the slowest work on a slow disk. The units of harvests have the same TimeoutStartSec.
inline constexpr std::chrono::hours kLongestSilence(1);

/// The message: what is being done, as one line of `systemctl status`, and that the next word may
/// take kLongestSilence. Pure.
std::string service_message(std::string_view status);

/// The message that the next word may take kLongestSilence and `pause`. Pure.
std::string wait_message(std::chrono::milliseconds pause);

/// Loads libsystemd. For main alone, where NOTIFY_SOCKET says that a manager waits for word: the
/// library brings seven more, a good part of what a refresh that finds nothing new would cost.
void find_service_manager();

/// These send them, where a manager was found. Any thread may call.
void tell_service_manager(std::string_view status);
void tell_service_manager_of_wait(std::chrono::milliseconds pause);

}  // namespace harvest
